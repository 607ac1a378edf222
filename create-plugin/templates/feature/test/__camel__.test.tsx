// @vitest-environment happy-dom
import { Feature } from '@latchkey/kernel/plugin'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyMessage, type Hex } from 'viem'
import { testAddresses } from '../dev/createTestWallet.js'
import __pascal__View from '../src/react/__pascal__View.js'
import { draw, startPage } from './startPage.js'

let page: Awaited<ReturnType<typeof startPage>>
let drawn: Awaited<ReturnType<typeof draw>>
beforeEach(async () => {
  page = await startPage()
  drawn = await draw(page, <__pascal__View />)
})
afterEach(async () => {
  await drawn.remove()
  await page.kernel.dispose()
})

/** Types a note and presses the button, as a person does. */
async function sign(note: string) {
  const field = drawn.host.querySelector('input') as HTMLInputElement
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    setValue?.call(field, note)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => drawn.host.querySelector('button')?.click())
}

describe('__label__', () => {
  test('is an action of the account', () => {
    expect(page.kernel.list(Feature).map(({ id }) => id)).toContain('__pluginId__')
  })

  test('has the wallet sign the note, and shows the signature', async () => {
    await sign('Hello')
    await expect.poll(() => drawn.host.querySelector('code')?.textContent).toMatch(/^0x/)
    const signature = drawn.host.querySelector('code')?.textContent as Hex
    const address = testAddresses[0] as Hex
    await expect(verifyMessage({ address, message: 'Hello', signature })).resolves.toBe(true)
  })

  test('says calmly that the person declined', async () => {
    page.wallet.behave('refuses')
    await sign('Hello')
    await expect.poll(() => drawn.host.textContent).toMatch(/declined|rejected/i)
    expect(drawn.host.querySelector('code')).toBeNull()
  })
})
