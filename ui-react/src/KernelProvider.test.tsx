import { cookieStorage, type Kernel } from '@latchkey/kernel'
import { AccountRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { type Connection, definePlugin } from '@latchkey/kernel/plugin'
import type { StorageAdapter } from '@latchkey/kernel/contracts'
import { StrictMode, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { ConnectButton } from './buttons/ConnectButton.js'
import { KernelProvider, type KernelProviderProps } from './KernelProvider.js'
import { NetworkButton } from './buttons/NetworkButton.js'
import type { Shell } from './shellContext.js'
import { useShell } from './useShell.js'
import { saveData } from '../test/saveData.js'
import { alice, bob, fakeChain, fakeWallet } from '../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../test/mount.js'
import { clickTestId, findView, until } from '../test/page.js'

afterEach(unmountAll)

function Look({ seen }: { readonly seen: { modal?: Shell['modal'] } }) {
  const { modal } = useShell()
  useLayoutEffect(() => void Object.assign(seen, { modal }))
  return null
}

/** The modal's code, and how far it was when the first plugin started. */
async function startedWithShell() {
  const seen: { modal?: Shell['modal']; whenStarted?: string | undefined } = {}
  const plugin = definePlugin({
    id: 'test.look',
    kernel: '^1.0.0',
    setup: () => ({
      start() {
        seen.whenStarted = seen.modal?.state.status
      },
    }),
  })
  const kernel = testKernel([plugin])
  mountShell(kernel, <Look seen={seen} />)
  await until(() => kernel.state.phase === 'started')
  if (!seen.modal) throw new Error('Nothing was drawn.')
  return { modal: seen.modal, whenStarted: seen.whenStarted }
}

describe('KernelProvider', () => {
  it('asks for the code of the modal before plugins start, which load code of their own', async () => {
    const { modal, whenStarted } = await startedWithShell()
    expect(whenStarted).not.toBe('idle')
    await until(() => modal.state.status === 'ready')
  })

  it('loads nothing ahead for a person who saves data', async () => {
    onTestFinished(saveData())
    const { modal } = await startedWithShell()
    expect(modal.state.status).toBe('idle')
  })

  it('starts the kernel once under StrictMode, and never disposes it', async () => {
    const starts: number[] = []
    const counter = definePlugin({
      id: 'test.counter',
      kernel: '^1.0.0',
      setup: () => ({ start: () => void starts.push(1) }),
    })
    const kernel = testKernel([counter])
    const mounted = mountShell(kernel, <ConnectButton />)
    await until(() => kernel.state.phase === 'started')
    mounted.unmount()
    expect(kernel.state.phase).toBe('started')
    expect(kernel.get(Navigation).draws('Connect')).toBe(false)
    mountShell(kernel, <ConnectButton />)
    await until(() => kernel.get(Navigation).draws('Connect'))
    expect(starts).toEqual([1])
  })

  it('hydrates what a server rendered without a mismatch, and works afterwards', async () => {
    const make = () => testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    const node = (kernel: ReturnType<typeof make>) => (
      <StrictMode>
        <KernelProvider kernel={kernel}>
          <ConnectButton />
          <NetworkButton />
        </KernelProvider>
      </StrictMode>
    )
    const container = document.createElement('div')
    container.innerHTML = renderToString(node(make()))
    document.body.append(container)
    const mismatches: unknown[] = []
    const kernel = make()
    const root = hydrateRoot(container, node(kernel), {
      onRecoverableError: (error) => mismatches.push(error),
    })
    await until(() => kernel.get(Navigation).draws('Connect'))
    await clickTestId('connect-button')
    await findView('Connect')
    expect(mismatches).toEqual([])
    root.unmount()
    container.remove()
  })

  describe('with a cookie that names an address', () => {
    const session = JSON.stringify({
      connections: [{ connectorId: 'a', namespaces: ['eip155'] }],
      active: { eip155: { connectorId: 'a', address: alice } },
      activeNamespace: 'eip155',
    })

    /** A page that a server rendered from the request's cookie, and a browser with the same cookie takes over. */
    function takeOver(answer: 'approve' | 'reject' | 'hold', addresses: readonly string[] = [alice]) {
      const id = `claim-${answer}-${addresses[0]}`
      cookieStorage().set(`${id}:session`, session)
      const wallet = fakeWallet('a', {
        answer,
        addresses,
        restore: (request): Promise<Connection> => wallet.connector.connect(request),
      })
      const make = (storage: StorageAdapter) =>
        testKernel([fakeChain({ wallets: [wallet] })], { id, storage })
      const node = (kernel: Kernel) => (
        <StrictMode>
          <KernelProvider kernel={kernel}>
            <ConnectButton />
          </KernelProvider>
        </StrictMode>
      )
      const container = document.createElement('div')
      container.innerHTML = renderToString(
        node(make(cookieStorage({ header: document.cookie, showAccounts: true }))),
      )
      document.body.append(container)
      const mismatches: unknown[] = []
      const kernel = make(cookieStorage({ showAccounts: true }))
      const served = container.textContent
      const root = hydrateRoot(container, node(kernel), {
        onRecoverableError: (error) => mismatches.push(error),
      })
      const end = () => {
        root.unmount()
        container.remove()
        cookieStorage().remove(`${id}:session`)
      }
      return { wallet, kernel, container, served, mismatches, end }
    }

    it('hydrates the address without a mismatch, and says that it is being asked for', async () => {
      const { wallet, kernel, container, served, mismatches, end } = takeOver('hold')
      expect(served).toContain('0xA11c…A11c')
      await until(() => kernel.state.phase === 'started' && wallet.requests.length > 0)
      const button = container.querySelector('button')
      expect(button?.getAttribute('aria-busy')).toBe('true')
      expect(button?.getAttribute('aria-label')).toBe('Connecting to 0xA11c…A11c')
      expect(kernel.get(Session).activeAccount('eip155')).toBeUndefined()
      wallet.release()
      await until(() => container.querySelector('[aria-label="Account 0xA11c…A11c"]') !== null)
      expect(container.querySelector('[aria-busy]')).toBeNull()
      expect(mismatches).toEqual([])
      end()
    })

    it('withdraws the address when the wallet does not confirm it', async () => {
      const { container, mismatches, end } = takeOver('reject')
      await until(() => container.textContent === 'Connect wallet')
      expect(mismatches).toEqual([])
      end()
    })

    it('shows the account that the wallet confirms in place of the one that was named', async () => {
      const { container, mismatches, end } = takeOver('approve', [bob])
      await until(() => container.querySelector('[aria-label="Account 0xB0b0…0B0b"]') !== null)
      expect(container.innerHTML).not.toContain(alice)
      expect(mismatches).toEqual([])
      end()
    })

    it('opens the ways to connect while nothing is confirmed', async () => {
      const { kernel, container, end } = takeOver('hold')
      await until(() => kernel.state.phase === 'started')
      await clickTestId('account-button')
      await findView('Connect')
      expect(container.textContent).toContain('0xA11c…A11c')
      end()
    })
  })

  it('follows the theme the host gives, and what a hook sets until the host gives another', async () => {
    const kernel = testKernel([fakeChain()])
    const mounted = mountShell(kernel, <ConnectButton />, { theme: 'light' })
    const theme = () => document.querySelector<HTMLElement>('[data-latchkey]')?.dataset['theme']
    await until(() => theme() === 'light')
    mounted.render(
      <KernelProvider kernel={kernel} theme="system">
        <ConnectButton />
      </KernelProvider>,
    )
    await until(() => theme() === 'system')
    expect(kernel.get(Session).state.connections).toEqual([])
  })

  it('follows every other option that the host changes while it is shown', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    const mounted = mountShell(kernel, <NetworkButton />)
    const button = () => document.querySelector<HTMLButtonElement>('[data-testid="lk-network-button"]')
    const shell = () => document.querySelector<HTMLElement>('[data-latchkey]')
    await until(() => button()?.disabled === false && kernel.get(Navigation).draws('Connect'))
    await kernel.get(Session).connect({ connectorId: 'a' })
    const accent = () => getComputedStyle(shell() as HTMLElement).getPropertyValue('--lk-accent')
    const messages = { connect: { title: 'Wallet verbinden' } }
    const variables = { accent: 'rgb(1, 2, 3)' }
    const show = (props: Partial<KernelProviderProps>) =>
      mounted.render(
        <KernelProvider kernel={kernel} theme="light" {...props}>
          <NetworkButton />
        </KernelProvider>,
      )
    const first = [shell()?.lang, shell()?.dir]
    show({ messages, locale: 'de', dir: 'rtl', themeVariables: variables, networkSwitch: false })
    await until(() => button()?.disabled)
    expect(shell()).toMatchObject({ lang: 'de', dir: 'rtl' })
    await until(() => accent() === 'rgb(1, 2, 3)')
    show({})
    await until(() => button()?.disabled === false)
    expect([shell()?.lang, shell()?.dir]).toEqual(first)
    await until(() => accent() !== 'rgb(1, 2, 3)')
    kernel.get(Navigation).open(AccountRoute)
    await findView('Account')
    show({ modal: false })
    await until(() => document.querySelector('dialog') === null)
    kernel.get(Navigation).close({ force: true })
    show({ blockUnsupportedNetwork: true })
    await until(() => kernel.get(Navigation).draws('UnsupportedChain'))
    expect(kernel.get(Session).state.connections).toHaveLength(1)
  })
})
