import { Connector } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { HostTrap } from '../../test/HostTrap.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, dialog, findTestId, findView, until } from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

const wallets = () => Array.from({ length: 10 }, (_, index) => fakeWallet(`w${index}`))
const isGone = () => until(() => dialog() === null)

async function overTrap() {
  const onDismiss = vi.fn()
  const kernel = testKernel([fakeChain({ wallets: wallets() })])
  mountShell(
    kernel,
    <HostTrap onDismiss={onDismiss}>
      <ConnectButton />
    </HostTrap>,
  )
  await userEvent.click(await findTestId('connect-button'))
  await findView('Connect')
  return { kernel, onDismiss }
}

describe("over a host's dialog that traps the focus", () => {
  it('takes clicks although the body takes no pointers, and the host stays', async () => {
    const { kernel, onDismiss } = await overTrap()
    await userEvent.click(await findTestId('wallet-selector-w1'))
    await until(() => kernel.get(Session).state.connections.length === 1)
    expect(kernel.list(Connector)).toHaveLength(10)
    expect(onDismiss).not.toHaveBeenCalled()
  })

  it('keeps the focus and takes typing', async () => {
    const { onDismiss } = await overTrap()
    const search = await findTestId('lk-wallet-search')
    await userEvent.click(search)
    await userEvent.keyboard('w7')
    expect(document.activeElement).toBe(search)
    expect((search as HTMLInputElement).value).toBe('w7')
    await until(() => byTestId('wallet-selector-w1') === null)
    expect(onDismiss).not.toHaveBeenCalled()
  })

  it('closes alone on Escape', async () => {
    const { onDismiss } = await overTrap()
    await userEvent.keyboard('{Escape}')
    await isGone()
    expect(onDismiss).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onDismiss).toHaveBeenCalledTimes(1)
  })
})

describe('over a native dialog of the host', () => {
  function nativeDialog() {
    const element = document.createElement('dialog')
    element.innerHTML = '<button>Host</button>'
    document.body.append(element)
    element.showModal()
    return element
  }

  it('opens above it, takes clicks, and closes alone on Escape', async () => {
    const host = nativeDialog()
    const kernel = testKernel([fakeChain({ wallets: wallets() })])
    mountShell(kernel)
    await until(() => kernel.get(Navigation).draws('Connect'))
    kernel.get(Navigation).open({ name: 'Connect' })
    await findView('Connect')
    await userEvent.click(await findTestId('lk-header-help'))
    await findView('WhatIsAWallet')
    await userEvent.keyboard('{Escape}')
    await isGone()
    expect(host.open).toBe(true)
    expect(host.contains(document.activeElement)).toBe(true)
    host.remove()
  })

  it('leaves Escape to one that the host opens above', async () => {
    const kernel = testKernel([fakeChain({ wallets: wallets() })])
    mountShell(kernel)
    await until(() => kernel.get(Navigation).draws('Connect'))
    kernel.get(Navigation).open({ name: 'Connect' })
    await findView('Connect')
    const host = nativeDialog()
    await userEvent.keyboard('{Escape}')
    await until(() => !host.open)
    expect(kernel.get(Navigation).state.open).toBe(true)
    await userEvent.keyboard('{Escape}')
    await isGone()
    host.remove()
  })
})

describe('below a wallet that asks inside the page', () => {
  /** As wallet libraries do: an element at the end of the body, which draws its window in a shadow root, later. */
  function walletWindow(draw: (root: ShadowRoot | HTMLElement) => void, mode?: ShadowRootMode) {
    const element = document.createElement('div')
    document.body.append(element)
    const root = mode ? element.attachShadow({ mode }) : element
    setTimeout(() => draw(root), 30)
    return element
  }
  const overlay = (root: ShadowRoot | HTMLElement) => {
    const window = document.createElement('div')
    window.style.cssText = 'position: fixed; inset: 0; background: #0008; z-index: 10'
    const button = document.createElement('button')
    button.textContent = 'Cancel in the wallet'
    button.style.cssText = 'position: absolute; inset-inline-end: 400px; inset-block-start: 200px'
    button.onclick = () => (root instanceof ShadowRoot ? root.host : root).remove()
    window.append(button)
    root.append(window)
    button.focus()
  }

  async function connecting() {
    const wallet = fakeWallet('w0', { answers: { connect: 'hang' } } as never)
    const kernel = testKernel([fakeChain({ wallets: [wallet] })])
    mountShell(kernel, <ConnectButton />)
    await userEvent.click(await findTestId('connect-button'))
    await findView('Connect')
    return kernel
  }

  it.each([undefined, 'open'] as const)(
    'leaves it above, can be pressed, and is modal again (shadow root: %s)',
    async (mode) => {
      const kernel = await connecting()
      const element = walletWindow(overlay, mode)
      await until(() => dialog()?.matches(':modal') === false)
      await userEvent.click(page.getByText('Cancel in the wallet'))
      await until(() => dialog()?.matches(':modal') === true)
      expect(element.isConnected).toBe(false)
      // The press was the wallet's, not one on our overlay.
      expect(kernel.get(Navigation).state.open).toBe(true)
      await userEvent.keyboard('{Escape}')
      await isGone()
    },
  )

  it('leaves Escape and the focus to the wallet meanwhile', async () => {
    const kernel = await connecting()
    const heard = vi.fn()
    const element = walletWindow((root) => {
      overlay(root)
      root.addEventListener('keydown', heard)
    })
    await until(() => dialog()?.matches(':modal') === false)
    expect(document.activeElement?.textContent).toBe('Cancel in the wallet')
    await userEvent.keyboard('{Escape}')
    expect(heard).toHaveBeenCalledTimes(1)
    expect(kernel.get(Navigation).state.open).toBe(true)
    element.remove()
    await until(() => dialog()?.matches(':modal') === true)
  })

  it.each([
    [
      'a notice at the edge',
      'position: fixed; inset-block-end: 0; inset-inline-end: 0; width: 200px; height: 60px',
    ],
    ['what is hidden', 'position: fixed; inset: 0; visibility: hidden'],
    ['what takes no presses', 'position: fixed; inset: 0; pointer-events: none'],
    ['content of the page', 'height: 2000px'],
  ])('stays modal for %s', async (_, style) => {
    await connecting()
    const element = walletWindow((root) => {
      ;(root as HTMLElement).style.cssText = style
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(dialog()?.matches(':modal')).toBe(true)
    element.remove()
  })
})
