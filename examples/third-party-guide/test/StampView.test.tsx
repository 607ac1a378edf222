// @vitest-environment happy-dom
import { View } from '@latchkey/kernel/plugin'
import { KernelProvider } from '@latchkey/ui-react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stamps } from '../guide/feature/stamps-2.js'
import { Stamps } from '../guide/feature/stamps.js'
import StampView from '../guide/feature/StampView.js'
import { isSigned } from './createExampleApi.js'
import { startPage } from './startPage.js'

const host = document.body.appendChild(document.createElement('div'))
let page: Awaited<ReturnType<typeof startPage>>
let root: Root

beforeEach(async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  page = await startPage(stamps())
  await page.connect()
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  await page.stop()
})

const draw = (translated?: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  act(async () =>
    root.render(
      <KernelProvider kernel={page.kernel} {...(translated && { messages: translated })}>
        <StampView />
      </KernelProvider>,
    ),
  )

const declined = /declined|rejected/i
const button = () => host.querySelector('button') as HTMLButtonElement

/** Types a text and presses the button, as a person does. */
async function stamp(text: string) {
  const field = host.querySelector('input') as HTMLInputElement
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    setValue?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => button().click())
}

test('has the wallet sign what was typed, and says that it did', async () => {
  await draw()
  expect(button().disabled).toBe(true)
  expect(host.textContent).not.toContain('Signed')
  await stamp('Hello')
  await expect.poll(() => host.textContent).toContain('Signed')
  expect(isSigned('Hello', page.kernel.get(Stamps).state.signature)).toBe(true)
})

test('says that the person declined, and lets them try again', async () => {
  await draw()
  page.wallet.reject()
  await stamp('Hello')
  await expect.poll(() => host.textContent).toMatch(declined)
  await stamp('Hello')
  await expect.poll(() => host.textContent).toContain('Signed')
  expect(host.textContent).not.toMatch(declined)
})

test('says it in the words of the host', async () => {
  await draw({ stamps: { sign: 'Unterschreiben' } })
  expect(button().textContent).toBe('Unterschreiben')
  expect(host.textContent).toContain('Text')
})

test('is the view of the route, under the title that is in its words', async () => {
  const view = page.kernel.list(View).find(({ id }) => id === 'com.example.stamps.views.form')
  expect(view).toMatchObject({ title: { section: 'stamps', key: 'title', text: 'Stamp' } })
  await expect(view?.load()).resolves.toMatchObject({ default: StampView })
})
