import { ConnectRoute, Navigation, Notifications } from '@latchkey/kernel/wallet'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { KernelProvider, type KernelProviderProps } from '../KernelProvider.js'
import styles from '../styles.css?inline'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { dialog, until } from '../../test/page.js'

let box: HTMLElement
let root: Root | undefined

beforeEach(async () => {
  await page.viewport(1280, 800)
  box = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  root?.unmount()
  root = undefined
  box.remove()
  unmountAll()
})

function mountInShadow(props: Partial<KernelProviderProps> = {}) {
  const shadow = box.attachShadow({ mode: 'open' })
  const sheet = shadow.appendChild(document.createElement('style'))
  sheet.textContent = styles
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
  root = createRoot(shadow.appendChild(document.createElement('div')))
  root.render(
    <StrictMode>
      <KernelProvider kernel={kernel} {...props}>
        <ConnectButton />
      </KernelProvider>
    </StrictMode>,
  )
  return { kernel, shadow }
}

it('shows the modal inside of the shadow root, styled, with its focus, scroll lock and Escape', async () => {
  const { kernel, shadow } = mountInShadow()
  const button = await until(() => shadow.querySelector<HTMLElement>('[data-testid="connect-button"]'))
  await until(() => kernel.get(Navigation).draws('Connect'))
  button.focus()
  button.click()
  const shown = await until(() => shadow.querySelector<HTMLDialogElement>('dialog:modal'))
  await until(() => shown.querySelector('[data-view="Connect"]'))
  expect(document.querySelector('dialog')).toBeNull()
  const card = await until(() => shown.querySelector<HTMLElement>('.lk-modal-card'))
  await until(() => card.getBoundingClientRect().width === 360)
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
  await until(() => shown.contains(shadow.activeElement))
  for (let press = 0; press < 12; press++) {
    await userEvent.keyboard('{Tab}')
    expect(shown.contains(shadow.activeElement)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await until(() => shadow.querySelector('dialog') === null)
  expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
  expect(shadow.activeElement).toBe(button)
})

it('shows toasts inside of the shadow root', async () => {
  const { kernel, shadow } = mountInShadow()
  await until(() => kernel.get(Navigation).draws('Connect'))
  kernel.get(Notifications).toast('Sent')
  await until(() => shadow.querySelector('.lk-toast'))
  expect(document.querySelector('.lk-toast')).toBeNull()
})

it('shows the modal where the host says', async () => {
  const place = document.body.appendChild(document.createElement('section'))
  const kernel = testKernel([fakeChain()])
  mountShell(kernel, null, { container: () => place })
  await until(() => kernel.get(Navigation).draws('Connect'))
  kernel.get(Navigation).open(ConnectRoute)
  await until(() => place.querySelector('dialog:modal'))
  place.remove()
})

it('does not open by itself when a provider that was unmounted while it was open comes back', async () => {
  const kernel = testKernel([fakeChain()])
  const first = mountShell(kernel, <ConnectButton />)
  await until(() => kernel.get(Navigation).draws('Connect'))
  kernel.get(Navigation).open(ConnectRoute)
  await until(dialog)
  first.unmount()
  await until(() => !kernel.get(Navigation).state.open)
  mountShell(kernel, <ConnectButton />)
  await until(() => kernel.get(Navigation).draws('Connect'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect([kernel.get(Navigation).state.open, dialog()]).toEqual([false, null])
})
