// @vitest-environment happy-dom
import type { Account } from '@latchkey/kernel/plugin'
import { Networks } from '@latchkey/kernel/wallet'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testAddresses } from '../dev/createTestWallet.js'
import __pascal__Tab from '../src/__pascal__Tab.js'
import { draw, startPage } from './startPage.js'

let page: Awaited<ReturnType<typeof startPage>>
let drawn: Awaited<ReturnType<typeof draw>>
beforeEach(async () => {
  page = await startPage()
  drawn = await draw(page, <__pascal__Tab account={page.session.activeAccount('eip155') as Account} />)
})
afterEach(async () => {
  await drawn.remove()
  await page.kernel.dispose()
})

describe('__label__', () => {
  test('shows account, network and wallet', () => {
    const text = drawn.host.textContent ?? ''
    expect(text).toContain('First network')
    expect(text).toContain('Test wallet')
    expect(text).toContain(testAddresses[0]?.slice(0, 6))
  })

  test('follows the network', async () => {
    await act(() => page.kernel.get(Networks).switch('eip155:31338'))
    await expect.poll(() => drawn.host.textContent).toContain('Second network')
  })
})
