import {
  AccountRoute,
  ConnectingExternalRoute,
  ConnectRoute,
  Navigation,
  Networks,
  NetworksRoute,
  ProfileWalletsRoute,
  Session,
  UnsupportedChainRoute,
  WhatIsAWalletRoute,
} from '@latchkey/kernel/wallet'
import { definePlugin, route, View } from '@latchkey/kernel/plugin'
import { page, userEvent } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useEffect } from 'react'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { ModalView } from '../ModalView.js'
import { useNetwork } from '../hooks/useNetwork.js'
import { useService } from '../useService.js'
import { PluginBoundary } from '../PluginBoundary.js'
import { routeView } from '../routeView.js'
import { base, fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mount, mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { settled } from '../../test/show.js'
import { byTestId, clickTestId, dialog, findTestId, findView, shownView, until } from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

/** As the plugin that signs in adds it. */
const SigningRoute = route('SIWXSignMessage')
const signing = definePlugin({
  id: 'test.signing',
  kernel: '^1.0.0',
  setup: (context) =>
    void context.add(
      View,
      routeView(SigningRoute, { title: 'Sign in', load: async () => ({ default: () => <p>Sign</p> }) }),
    ),
})

/** Stands for a form that can't be used on one network, as swapping and sending have. */
function FormThatRefuses({ networkId }: { readonly networkId: string }) {
  const navigation = useService(Navigation)
  const isRefused = useNetwork().network?.id === networkId
  useEffect(() => {
    if (isRefused) navigation.replace(UnsupportedChainRoute, { reason: 'Not there' })
  }, [navigation, isRefused])
  return <ConnectButton />
}

const isGone = () => until(() => dialog() === null && !document.querySelector('[data-latchkey-portal]'))

async function opened(...wallets: ReturnType<typeof fakeWallet>[]) {
  const kernel = testKernel([fakeChain({ wallets })])
  mountShell(kernel, <ConnectButton />)
  const button = await findTestId('connect-button')
  await userEvent.click(button)
  await findView('Connect')
  return { kernel, button, navigation: kernel.get(Navigation) }
}

describe('Modal', () => {
  it('opens as a modal dialog named by its title, 360 pixels wide, with the focus on the title', async () => {
    await opened(fakeWallet('a'))
    const element = await until(() => dialog())
    expect(element.matches(':modal')).toBe(true)
    expect(element.closest('[data-latchkey-portal]')?.parentElement).toBe(document.body)
    const title = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
    expect(title?.textContent).toBe('Connect wallet')
    await until(() => document.activeElement === title)
    const card = (await findTestId('lk-modal-card')).getBoundingClientRect()
    expect(card.width).toBe(360)
    expect(Math.round(card.left + card.width / 2)).toBe(640)
  })

  it('takes the second click of a double click for what the first one hit alone', async () => {
    const { navigation } = await opened(fakeWallet('a'))
    const names = () => navigation.state.entries.map(({ name }) => name)
    const click = (element: Element | null, detail: number) => {
      element?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
    }
    const title = document.querySelector('h2')
    // The card may have shrunk under the pointer, or another view may stand there.
    click(title, 1)
    click(dialog(), 2)
    click(title, 1)
    click(byTestId('lk-header-close'), 2)
    expect(names()).toEqual(['Connect'])
    const close = byTestId('lk-header-close')
    const seen: number[] = []
    close?.addEventListener('click', ({ detail }) => seen.push(detail))
    click(close, 1)
    click(close, 2)
    expect(seen).toEqual([1, 2])
    await isGone()
  })

  it.each([
    ['Escape', async () => userEvent.keyboard('{Escape}')],
    ['the close button', async () => userEvent.click(await findTestId('lk-header-close'))],
    ['a press on the overlay', async () => pressOverlay()],
  ])('closes by %s and gives the focus back', async (_, close) => {
    const { button } = await opened(fakeWallet('a'))
    await close()
    await isGone()
    expect(document.activeElement).toBe(button)
    expect(document.documentElement.style.overflow).toBe('')
  })

  it.each([
    ['Escape', async () => userEvent.keyboard('{Escape}')],
    ['the close button', async () => userEvent.click(await findTestId('lk-header-close'))],
    ['a press on the overlay', async () => pressOverlay()],
  ])('shakes and says why when a guard refuses %s', async (_, close) => {
    const { navigation } = await opened(fakeWallet('a'))
    navigation.guard(() => 'Sign in first.')
    await close()
    const card = await findTestId('lk-modal-card')
    await until(() => card.hasAttribute('data-shaking'))
    expect(card.getAnimations().map((animation) => animation.effect?.getTiming().duration)).toContain(500)
    await until(() =>
      document.querySelector('.lk-snackbar [role="alert"]')?.textContent?.includes('Sign in first.'),
    )
    expect(dialog()?.open).toBe(true)
    await until(() => !card.hasAttribute('data-shaking'))
  })

  it('stays open when a press begins in the card and ends on the overlay', async () => {
    await opened(fakeWallet('a'))
    const card = await findTestId('lk-modal-card')
    card.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    dialog()?.click()
    expect(dialog()?.open).toBe(true)
  })

  it('keeps Tab inside, both ways', async () => {
    await opened(fakeWallet('a'))
    const element = await until(() => dialog())
    const seen = new Set<Element | null>()
    for (let press = 0; press < 6; press += 1) {
      await userEvent.keyboard('{Tab}')
      expect(element.contains(document.activeElement)).toBe(true)
      seen.add(document.activeElement)
    }
    expect(seen).toEqual(
      new Set([byTestId('lk-header-help'), byTestId('lk-header-close'), byTestId('wallet-selector-a')]),
    )
    const before = document.activeElement
    await userEvent.keyboard('{Tab}{Shift>}{Tab}{/Shift}')
    expect(document.activeElement).toBe(before)
  })

  it('moves the focus to the title of each next view, and shows a way back', async () => {
    const { navigation } = await opened(fakeWallet('a'))
    await clickTestId('lk-header-help')
    await findView('WhatIsAWallet')
    await until(() => document.activeElement?.textContent === 'What is a wallet?')
    await userEvent.click(await findTestId('header-back'))
    await findView('Connect')
    expect(navigation.state.entries).toHaveLength(1)
    expect(byTestId('header-back')).toBeNull()
  })

  it('slides a view in from where the person is going', async () => {
    const { navigation } = await opened(fakeWallet('a'))
    navigation.push(WhatIsAWalletRoute)
    expect((await findView('WhatIsAWallet')).dataset['direction']).toBe('forward')
    navigation.back()
    expect((await findView('Connect')).dataset['direction']).toBe('back')
  })

  it('follows its content in height', async () => {
    const { navigation } = await opened(fakeWallet('a'))
    const body = await until(() => document.querySelector<HTMLElement>('.lk-modal-body'))
    const content = await until(() => document.querySelector<HTMLElement>('.lk-modal-content'))
    const fits = () =>
      Math.abs(body.offsetHeight - Math.min(content.offsetHeight, window.innerHeight - 114)) < 2
    await until(fits)
    const first = body.offsetHeight
    navigation.push(WhatIsAWalletRoute)
    await findView('WhatIsAWallet')
    await until(() => fits() && body.offsetHeight !== first)
  })

  it('keeps its height on a narrow screen while a view gets shorter, until another view comes', async () => {
    await page.viewport(360, 740)
    const { navigation } = await opened(fakeWallet('a'))
    const body = await until(() => document.querySelector<HTMLElement>('.lk-modal-body[data-ready]'))
    const view = await findView('Connect')
    const rows = document.createElement('div')
    rows.style.blockSize = '120px'
    const first = body.offsetHeight
    view.append(rows)
    await until(() => body.offsetHeight === first + 120)
    rows.remove()
    await settled()
    expect(body.offsetHeight).toBe(first + 120)
    const content = await until(() => document.querySelector<HTMLElement>('.lk-modal-content'))
    navigation.push(WhatIsAWalletRoute)
    await until(() => Math.abs(body.offsetHeight - content.offsetHeight) < 2)
    navigation.back()
    await until(() => body.offsetHeight === first)
    await page.viewport(1280, 800)
    await until(() => body.offsetHeight === content.offsetHeight)
  })

  it('forgets that height for a view that is exactly as high as what was left of the one before', async () => {
    await page.viewport(360, 740)
    const { navigation } = await opened(fakeWallet('a'))
    const body = await until(() => document.querySelector<HTMLElement>('.lk-modal-body[data-ready]'))
    const content = await until(() => document.querySelector<HTMLElement>('.lk-modal-content'))
    navigation.push(WhatIsAWalletRoute)
    const first = await findView('WhatIsAWallet')
    await until(() => body.offsetHeight === content.offsetHeight)
    await settled()
    const height = body.offsetHeight
    const rows = document.createElement('div')
    rows.style.blockSize = '60px'
    content.append(rows)
    await until(() => body.offsetHeight === height + 60)
    rows.remove()
    await settled()
    expect(body.offsetHeight).toBe(height + 60)
    navigation.replace(WhatIsAWalletRoute)
    await until(() => !first.isConnected && body.offsetHeight === height)
  })

  it('locks the page without moving it, and leaves its styles as they were', async () => {
    document.documentElement.style.overflow = 'scroll'
    const content = document.createElement('div')
    content.style.height = '4000px'
    document.body.append(content)
    const width = content.offsetWidth
    await opened(fakeWallet('a'))
    expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
    expect(content.offsetWidth).toBe(width)
    await userEvent.keyboard('{Escape}')
    await isGone()
    expect(document.documentElement.style.overflow).toBe('scroll')
    content.remove()
    document.documentElement.removeAttribute('style')
  })

  it('shows Connect for a name nobody draws any more', async () => {
    const kernel = testKernel([fakeChain({ wallets: [] })])
    mountShell(kernel)
    const navigation = kernel.get(Navigation)
    await until(() => navigation.draws('Connect'))
    const detach = navigation.attach((name) => name === 'Gone')
    navigation.open({ name: 'Gone' })
    detach()
    await findView('Connect')
  })

  it('leaves nothing behind after fifty openings', async () => {
    const { kernel, navigation } = await opened(fakeWallet('a'))
    navigation.close()
    await isGone()
    const counted = countListeners()
    const nodes = document.querySelectorAll('*').length
    for (let cycle = 0; cycle < 50; cycle += 1) {
      kernel.get(Navigation).open(ConnectRoute)
      await until(() => dialog()?.open)
      navigation.close()
      await isGone()
    }
    const { balance } = counted.stop()
    expect(document.querySelectorAll('*').length).toBe(nodes)
    expect(balance).toEqual({})
    expect(document.documentElement.getAttributeNames().filter((name) => name.startsWith('data-lk'))).toEqual(
      [],
    )
  })

  it('keeps two kernels on one page apart', async () => {
    const first = testKernel([fakeChain({ wallets: [fakeWallet('one')] })])
    const second = testKernel([fakeChain({ wallets: [fakeWallet('two')] })])
    mountShell(first)
    mountShell(second)
    await until(() => first.get(Navigation).draws('Connect') && second.get(Navigation).draws('Connect'))
    first.get(Navigation).open(ConnectRoute)
    await findTestId('wallet-selector-one')
    expect(byTestId('wallet-selector-two')).toBeNull()
    second.get(Navigation).open(ConnectRoute)
    await findTestId('wallet-selector-two')
    await userEvent.keyboard('{Escape}')
    await until(() => !second.get(Navigation).state.open)
    expect(first.get(Navigation).state.open).toBe(true)
    await userEvent.keyboard('{Escape}')
    await isGone()
    expect(document.documentElement.style.overflow).toBe('')
    await first.dispose()
    second.get(Navigation).open(ConnectRoute)
    await findTestId('wallet-selector-two')
  })
})

describe('what the shell does by itself', () => {
  it('closes when the wallet ends the connection', async () => {
    const wallet = fakeWallet('a')
    const { kernel, navigation } = await connectedShell(wallet)
    navigation.open(AccountRoute)
    await findView('Account')
    wallet.change({ ended: {} })
    await isGone()
    expect(kernel.get(Session).state.connections).toEqual([])
  })

  it('goes back to what stood before the networks when the network has changed', async () => {
    const { navigation } = await connectedShell(fakeWallet('a'))
    navigation.open(AccountRoute)
    navigation.push(NetworksRoute)
    await clickTestId(`lk-network-${base.id}`)
    await findView('Account')
    expect(navigation.state.entries).toHaveLength(1)
  })

  it('closes after a switch when nothing stood before the networks', async () => {
    const { navigation } = await connectedShell(fakeWallet('a'))
    navigation.open(NetworksRoute)
    await clickTestId(`lk-network-${base.id}`)
    await isGone()
  })

  it.each([
    ['ConnectingExternal', ConnectingExternalRoute],
    ['SIWXSignMessage', SigningRoute],
    ['ProfileWallets', ProfileWalletsRoute],
    ['WhatIsAWallet', WhatIsAWalletRoute],
  ])('stays on %s when the network changes under it', async (name, route) => {
    const wallet = fakeWallet('a')
    const kernel = testKernel([
      fakeChain({ wallets: [wallet, fakeWallet('b', { answer: 'hold' })] }),
      signing,
    ])
    mountShell(kernel)
    const navigation = kernel.get(Navigation)
    await until(() => navigation.draws('Account'))
    await kernel.get(Session).connect({ connectorId: 'a' })
    navigation.open(AccountRoute)
    navigation.push(NetworksRoute)
    navigation.push(route as typeof ConnectingExternalRoute, { connectorId: 'b' })
    await findView(name)
    wallet.change({ networks: { eip155: base.id } })
    await until(() => kernel.get(Networks).active('eip155')?.id === base.id)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(navigation.state.entries.map((entry) => entry.name)).toEqual(['Account', 'Networks', name])
    expect(shownView()).toBe(name)
  })

  it('stays on the account when the wallet changes the network', async () => {
    const wallet = fakeWallet('a')
    const { navigation } = await connectedShell(wallet)
    navigation.open(AccountRoute)
    await findView('Account')
    wallet.change({ networks: { eip155: base.id } })
    await until(() => document.body.textContent?.includes('Base'))
    expect(shownView()).toBe('Account')
  })

  it('stays on the refusal that a form shows because of the network that the wallet changed to', async () => {
    const wallet = fakeWallet('a')
    const kernel = testKernel([fakeChain({ wallets: [wallet] })])
    mountShell(kernel, <FormThatRefuses networkId={base.id} />)
    const navigation = kernel.get(Navigation)
    await until(() => navigation.draws('Connect'))
    await kernel.get(Session).connect({ connectorId: 'a' })
    navigation.open(AccountRoute)
    navigation.push(WhatIsAWalletRoute)
    await findView('WhatIsAWallet')
    wallet.change({ networks: { eip155: base.id } })
    await findView('UnsupportedChain')
    await until(() => document.body.textContent?.includes('Not there'))
    expect(navigation.state.entries.map(({ name }) => name)).toEqual(['Account', 'UnsupportedChain'])
    wallet.change({ networks: { eip155: 'eip155:1' } })
    await findView('Account')
  })

  it('blocks an unsupported network only when the host asks for it, and never while disconnected', async () => {
    const wallet = fakeWallet('a', { networkId: 'eip155:999999' })
    const kernel = testKernel([fakeChain({ wallets: [wallet] })])
    mountShell(kernel, undefined, { blockUnsupportedNetwork: true })
    const navigation = kernel.get(Navigation)
    await until(() => navigation.draws('Connect'))
    expect(navigation.state.open).toBe(false)
    await kernel.get(Session).connect({ connectorId: 'a' })
    await findView('UnsupportedChain')
    await userEvent.keyboard('{Escape}')
    expect(navigation.state.refusals).toBe(1)
    expect(navigation.state.open).toBe(true)
    const shaking = await until(() => document.querySelector('[data-shaking]'))
    expect(shaking.getAnimations().map(({ effect }) => effect?.getTiming().duration)).toContain(500)
    await clickTestId('disconnect-button')
    await isGone()
    expect(kernel.get(Session).state.connections).toEqual([])
  })

  it('leaves the block when a listed network is chosen', async () => {
    const wallet = fakeWallet('a', { networkId: 'eip155:999999' })
    const kernel = testKernel([fakeChain({ wallets: [wallet] })])
    mountShell(kernel, undefined, { blockUnsupportedNetwork: true })
    await until(() => kernel.get(Navigation).draws('Connect'))
    await kernel.get(Session).connect({ connectorId: 'a' })
    await clickTestId(`lk-network-${base.id}`)
    await isGone()
  })

  it('does not block without the option', async () => {
    const { navigation } = await connectedShell(fakeWallet('a', { networkId: 'eip155:999999' }))
    expect(navigation.state.open).toBe(false)
    navigation.open(UnsupportedChainRoute)
    await findView('UnsupportedChain')
    navigation.close()
    await isGone()
  })
})

describe('ModalView', () => {
  it('shows the views in the page, never a dialog, and starts over instead of closing', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(kernel, <ModalView />)
    await findView('Connect')
    expect(dialog()).toBeNull()
    expect(byTestId('lk-header-close')).toBeNull()
    await clickTestId('wallet-selector-a')
    await findView('Account')
    kernel.get(Navigation).close()
    await findView('Account')
    await clickTestId('disconnect-button')
    await findView('Connect')
    expect(dialog()).toBeNull()
  })
})

describe('without a provider', () => {
  it('says what is missing', async () => {
    const caught: unknown[] = []
    mount(
      <PluginBoundary fallback={() => null} onError={(error) => caught.push(error)}>
        <ConnectButton />
      </PluginBoundary>,
    )
    await until(() => caught.length > 0)
    expect(caught[0]).toMatchObject({
      code: 'KERNEL_MISSING',
      shortMessage: 'There is no KernelProvider above this component.',
      metaMessages: [expect.stringContaining('<KernelProvider kernel={kernel}>')],
    })
  })
})

describe('the bottom sheet of narrow screens', () => {
  beforeEach(() => page.viewport(360, 740))

  it('fills the width at the bottom', async () => {
    await opened(fakeWallet('a'))
    const card = await findTestId('lk-modal-card')
    await until(() => Math.round(card.getBoundingClientRect().bottom) === 740)
    expect(card.getBoundingClientRect().width).toBe(360)
  })

  it('closes when it is dragged down far enough', async () => {
    await opened(fakeWallet('a'))
    await drag(120)
    await isGone()
  })

  it('springs back from a short drag', async () => {
    await opened(fakeWallet('a'))
    await drag(40)
    expect((await findTestId('lk-modal-card')).style.getPropertyValue('--lk-sheet-offset')).toBe('')
    expect(dialog()?.open).toBe(true)
  })

  it('is pulled down by its header, too, but not by a button in it', async () => {
    const { navigation } = await opened(fakeWallet('a'))
    await drag(40)
    const close = await findTestId('lk-header-close')
    close.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientY: 300, pointerId: 1 }))
    close.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientY: 500, pointerId: 1 }))
    expect((await findTestId('lk-modal-card')).style.getPropertyValue('--lk-sheet-offset')).toBe('')
    await drag(200, '.lk-modal-header')
    await until(() => !navigation.state.open)
  })

  it('springs back and shakes when a guard refuses', async () => {
    const { navigation } = await opened(fakeWallet('a'))
    navigation.guard(() => 'Not yet.')
    await drag(200)
    const card = await findTestId('lk-modal-card')
    await until(() => card.hasAttribute('data-shaking'))
    expect(card.style.getPropertyValue('--lk-sheet-offset')).toBe('')
  })
})

async function drag(distance: number, by = '.lk-sheet-handle'): Promise<void> {
  const handle = await until(() => document.querySelector<HTMLElement>(by))
  const fire = (type: string, y: number) =>
    handle.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY: y, pointerId: 1 }))
  handle.setPointerCapture = () => {}
  const card = await findTestId('lk-modal-card')
  // The code that follows a pull comes a moment after the dialog.
  await until(() => {
    fire('pointerdown', 300)
    fire('pointermove', 300 + distance)
    return card.style.getPropertyValue('--lk-sheet-offset') === `${distance}px`
  })
  fire('pointerup', 300 + distance)
}

async function connectedShell(wallet: ReturnType<typeof fakeWallet>) {
  const kernel = testKernel([fakeChain({ wallets: [wallet] })])
  mountShell(kernel, <ConnectButton />)
  const navigation = kernel.get(Navigation)
  await until(() => navigation.draws('Connect'))
  await kernel.get(Session).connect({ connectorId: wallet.connector.id })
  return { kernel, navigation }
}

function pressOverlay(): void {
  const element = dialog()
  element?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  element?.click()
}

/** Counts listeners added to what outlives the dialog, less those removed. */
function countListeners() {
  const targets: readonly [string, EventTarget][] = [
    ['window', window],
    ['document', document],
    ['root', document.documentElement],
    ['body', document.body],
  ]
  const balance: Record<string, number> = {}
  const undo = targets.map(([name, target]) => {
    const { addEventListener, removeEventListener } = target
    const count = (type: string, by: number) => {
      const key = `${name} ${type}`
      balance[key] = (balance[key] ?? 0) + by
      if (balance[key] === 0) delete balance[key]
    }
    target.addEventListener = function (this: EventTarget, type: string, ...rest: unknown[]) {
      count(type, 1)
      return (addEventListener as (...values: unknown[]) => void).call(target, type, ...rest)
    } as typeof addEventListener
    target.removeEventListener = function (this: EventTarget, type: string, ...rest: unknown[]) {
      count(type, -1)
      return (removeEventListener as (...values: unknown[]) => void).call(target, type, ...rest)
    } as typeof removeEventListener
    return () => {
      Reflect.deleteProperty(target, 'addEventListener')
      Reflect.deleteProperty(target, 'removeEventListener')
    }
  })
  return {
    stop() {
      for (const restore of undo) restore()
      return { balance }
    },
  }
}
