import {
  ConnectingExternalRoute,
  ConnectRoute,
  Navigation,
  ProfileWalletsRoute,
  Session,
} from '@latchkey/kernel/wallet'
import { Connector, definePlugin, route, View } from '@latchkey/kernel/plugin'
import { useEffect } from 'react'
import { page } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { useAccount } from '../hooks/useAccount.js'
import type { KernelProviderProps } from '../KernelProvider.js'
import { routeView } from '../routeView.js'
import { ConnectMethods } from '../slots.js'
import { view } from '../view.js'
import { fakeChain, type FakeChainOptions, type FakeWallet, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import {
  byTestId,
  byText,
  clickTestId,
  clickText,
  dialog,
  findTestId,
  findText,
  findView,
  until,
} from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

async function shown(
  wallets: readonly FakeWallet[],
  options: {
    chain?: FakeChainOptions
    props?: Partial<KernelProviderProps>
    plugins?: Parameters<typeof testKernel>[0]
  } = {},
) {
  const kernel = testKernel([fakeChain({ wallets, ...options.chain }), ...(options.plugins ?? [])])
  mountShell(kernel, undefined, options.props)
  const navigation = kernel.get(Navigation)
  await until(() => navigation.draws('Connect'))
  navigation.open(ConnectRoute)
  await findView('Connect')
  return { kernel, navigation, session: kernel.get(Session) }
}

const isGone = () => until(() => dialog() === null)

function Address({ onSeen }: { readonly onSeen: (what: string) => void }) {
  const { address } = useAccount()
  useEffect(() => {
    if (!address) return
    onSeen('address')
    requestAnimationFrame(() => onSeen('frame'))
  }, [address, onSeen])
  return address
}

describe('the account', () => {
  it('is painted before the view that waited for it changes', async () => {
    const seen: string[] = []
    const onSeen = (what: string) => void seen.push(what)
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(kernel, <Address onSeen={onSeen} />)
    const navigation = kernel.get(Navigation)
    await until(() => navigation.draws('Connect'))
    navigation.open(ConnectRoute)
    await findView('Connect')
    await clickTestId('wallet-selector-a')
    const waiting = await findTestId('lk-connecting')
    const watcher = new MutationObserver(() => onSeen('waiting view'))
    watcher.observe(waiting, { attributes: true, childList: true, subtree: true, characterData: true })
    await isGone()
    watcher.disconnect()
    expect(seen.slice(0, 3)).toEqual(['address', 'frame', 'waiting view'])
  })
})

describe('a wallet that never answers', () => {
  it.each([
    ['EVM', 'eip155'],
    ['Solana', 'solana'],
  ])('is named with what to do from the start, and can be left, on %s', async (_, namespace) => {
    const wallet = fakeWallet('a', { name: 'Silent', namespaces: [namespace], answer: 'hold' })
    await shown([wallet], { chain: { solana: true } })
    await clickTestId('wallet-selector-a')
    const waiting = await findTestId('lk-connecting')
    expect(waiting.dataset['state']).toBe('pending')
    expect(waiting.querySelector('[role="status"]')?.textContent).toBe(
      'Continue in SilentApprove the request in Silent. If you don’t see it, open the wallet.',
    )
    await clickText('Cancel')
    await findView('Connect')
    await until(() => wallet.requests.every(({ signal }) => signal.aborted))
    expect(wallet.requests).toHaveLength(1)
  })
})

describe('a wallet that is offered', () => {
  it('is prepared when the list shows it, not before, and not when it is out of sight', async () => {
    const prepared = new Set<string>()
    const wallets = Array.from({ length: 500 }, (_, index) =>
      fakeWallet(`many${index}`, { prepare: async () => void prepared.add(`many${index}`) }),
    )
    const kernel = testKernel([fakeChain({ wallets })])
    mountShell(kernel, <ConnectButton />)
    await findTestId('connect-button')
    const navigation = kernel.get(Navigation)
    await until(() => navigation.draws('Connect') && kernel.get(Session).state.restored)
    expect(prepared.size).toBe(0)

    navigation.open(ConnectRoute)
    await until(() => document.querySelector('[data-testid="lk-wallet-list"]') && prepared.has('many0'))
    expect(prepared.has('many499')).toBe(false)
  })

  it('is prepared once the list has been painted', async () => {
    const order: string[] = []
    const prepare = async () => void order.push('prepared')
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a', { prepare })] })])
    mountShell(kernel)
    const navigation = kernel.get(Navigation)
    await until(() => navigation.draws('Connect'))
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('[data-testid="wallet-selector-a"]')) return
      watcher.disconnect()
      requestAnimationFrame(() => order.push('frame'))
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    navigation.open(ConnectRoute)
    await until(() => order.includes('prepared'))
    expect(order.slice(0, 2)).toEqual(['frame', 'prepared'])
  })

  it('is prepared with all its chains', async () => {
    const prepared = new Set<string>()
    const wallet = (id: string, namespace: string) =>
      fakeWallet(id, {
        name: 'Two chains',
        rdns: 'com.two',
        namespaces: [namespace],
        prepare: async () => void prepared.add(id),
      })
    await shown([wallet('evm', 'eip155'), wallet('sol', 'solana')], { chain: { solana: true } })
    await until(() => prepared.has('evm') && prepared.has('sol'))
  })

  it('stays in the list and connects when its preparation fails', async () => {
    const told: unknown[] = []
    const kernel = testKernel(
      [
        fakeChain({
          wallets: [fakeWallet('a', { prepare: () => Promise.reject(new Error('The page is offline.')) })],
        }),
      ],
      { logLevel: 'info' },
    )
    const info = vi.spyOn(console, 'info').mockImplementation((...parts) => void told.push(...parts))
    mountShell(kernel)
    const navigation = kernel.get(Navigation)
    await until(() => navigation.draws('Connect'))
    navigation.open(ConnectRoute)
    await until(() => told.some((part) => String(part).includes('"a" could not be prepared.')))
    info.mockRestore()
    await clickTestId('wallet-selector-a')
    await isGone()
    expect(kernel.get(Session).state.connections.map(({ id }) => id)).toEqual(['a'])
  })
})

describe('choosing a wallet', () => {
  it('connects and closes', async () => {
    const { session } = await shown([fakeWallet('a')])
    await clickTestId('wallet-selector-a')
    await isGone()
    expect(session.state.connections.map(({ id }) => id)).toEqual(['a'])
  })

  it('asks the wallet once under StrictMode', async () => {
    const wallet = fakeWallet('a', { answer: 'hold' })
    await shown([wallet])
    await clickTestId('wallet-selector-a')
    await findText('Continue in a')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(wallet.requests).toHaveLength(1)
    expect(wallet.requests[0]?.signal.aborted).toBe(false)
  })

  it('says when it was declined, and tries again', async () => {
    const wallet = fakeWallet('a', { answer: 'reject' })
    const { session } = await shown([wallet])
    await clickTestId('wallet-selector-a')
    await findText('You declined the connection')
    expect(byText(/^Code/)).toBeUndefined()
    wallet.answer = 'approve'
    await clickTestId('lk-connecting-retry')
    await isGone()
    expect(session.state.connections).toHaveLength(1)
  })

  it('says what went wrong, with a code, and offers another way', async () => {
    await shown([fakeWallet('a', { answer: 'fail' })])
    await clickTestId('wallet-selector-a')
    await findText('The wallet is locked. Unlock it and try again.')
    await findText('Code WALLET_LOCKED')
    await findText('Copy details')
    await clickText('Choose another wallet')
    await findView('Connect')
  })

  it.each([
    ['cancelling', async () => clickText('Cancel')],
    ['going back', async () => clickTestId('header-back')],
    ['closing', async () => clickTestId('lk-header-close')],
  ])(
    'calls the attempt off by %s, and nothing is connected when the wallet answers late',
    async (_, leave) => {
      const wallet = fakeWallet('a', { answer: 'hold' })
      const { session } = await shown([wallet])
      await clickTestId('wallet-selector-a')
      await findText('Continue in a')
      await leave()
      await until(() => wallet.requests[0]?.signal.aborted)
      wallet.release()
      await new Promise((resolve) => setTimeout(resolve, 30))
      expect(session.state.connections).toEqual([])
      expect(session.state.namespaces['eip155']?.status ?? 'disconnected').toBe('disconnected')
    },
  )

  it('explains a wallet that is not installed', async () => {
    await shown([fakeWallet('a', { group: 'external', readiness: () => 'missing' })])
    await clickTestId('wallet-selector-a')
    await findText('a wasn’t found')
    await clickText('Get a wallet')
    await findView('GetWallet')
  })

  it('says that a wallet has gone', async () => {
    const { navigation } = await shown([fakeWallet('a')])
    navigation.push(ConnectingExternalRoute, { connectorId: 'gone' })
    await findText('This wallet is no longer available')
  })

  it('asks for the namespace when one wallet has several connectors', async () => {
    const wallets = [
      fakeWallet('e', { name: 'Both' }),
      fakeWallet('s', { name: 'both', namespaces: ['solana'] }),
    ]
    const { session } = await shown(wallets, { chain: { solana: true } })
    await clickTestId('wallet-selector-e')
    await findView('ConnectingMultiChain')
    await clickTestId('lk-namespace-solana')
    await isGone()
    expect(session.state.activeNamespace).toBe('solana')
    expect(session.state.connections.map(({ id }) => id)).toEqual(['s'])
  })

  it('opens the view a connector draws itself', async () => {
    const QrRoute = route<{ connectorId: string }>('QrPairing')
    const plugin = definePlugin({
      id: 'test.qr',
      kernel: '^1.0.0',
      setup: (context) =>
        void context.add(
          View,
          routeView(QrRoute, {
            load: async () => ({ default: ({ params }) => <p>Scan for {params.connectorId}</p> }),
          }),
        ),
    })
    await shown([fakeWallet('pair', { route: QrRoute })], { plugins: [plugin] })
    await clickTestId('wallet-selector-pair')
    await findText('Scan for pair')
  })

  it('comes back to the wallets when one was added from there', async () => {
    const { kernel, navigation } = await shown([fakeWallet('a'), fakeWallet('b')])
    navigation.close()
    await kernel.get(Session).connect({ connectorId: 'a' })
    navigation.open(ProfileWalletsRoute)
    await clickTestId('add-connection-button')
    await clickTestId('wallet-selector-b')
    await findView('ProfileWallets')
    await findTestId('lk-wallet-b')
  })

  it('does not close over what took the place of the view', async () => {
    const NextRoute = route('Next')
    const { kernel, navigation } = await shown([fakeWallet('a')], {
      plugins: [
        definePlugin({
          id: 'test.next',
          kernel: '^1.0.0',
          setup(context) {
            context.add(View, routeView(NextRoute, { load: async () => ({ default: () => <p>Sign in</p> }) }))
          },
        }),
      ],
    })
    kernel.events.onAny(({ id }) => id === 'CONNECT_SUCCESS' && navigation.reset(NextRoute))
    await clickTestId('wallet-selector-a')
    await findText('Sign in')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(navigation.state.open).toBe(true)
  })
})

describe('the list of wallets', () => {
  const many = () =>
    Array.from({ length: 500 }, (_, index) => fakeWallet(`many${index}`, { name: `Wallet ${index + 1}` }))

  it('draws only what is visible of 500 wallets, and finds any of them', async () => {
    await shown(many())
    await findTestId('wallet-selector-many0')
    expect(document.querySelectorAll('[data-testid^="wallet-selector-"]').length).toBeLessThan(40)
    const search = (await findTestId('lk-wallet-search')) as HTMLInputElement
    await fill(search, '  wallet 437 ')
    await findTestId('wallet-selector-many436')
    await fill(search, 'nothing like it')
    await findText('No wallets match “nothing like it”.')
    await clickText('Show all wallets')
    await findTestId('wallet-selector-many0')
  })

  it('keeps the search and the place on the way back', async () => {
    const { navigation } = await shown(many())
    const list = await findTestId('lk-wallet-list')
    list.scrollTop = 6_000
    await until(() => byTestId('wallet-selector-many100'))
    navigation.push({ name: 'WhatIsAWallet' })
    await findView('WhatIsAWallet')
    navigation.back()
    await until(() => byTestId('wallet-selector-many100'))
    expect((await findTestId('lk-wallet-list')).scrollTop).toBeGreaterThan(5_000)
  })

  it('works the list out a few times, not 500 times, when 500 wallets come at once', async () => {
    let asked = 0
    const first = fakeWallet('first', {
      readiness: () => {
        asked += 1
        return 'installed'
      },
    })
    let announce = () => {}
    const plugin = definePlugin({
      id: 'test.crowd',
      kernel: '^1.0.0',
      setup(context) {
        announce = () => many().forEach(({ connector }) => void context.add(Connector, connector))
      },
    })
    await shown([first], { plugins: [plugin] })
    await findTestId('wallet-selector-first')
    asked = 0
    announce()
    await until(() => byTestId('lk-wallet-list') && byTestId('wallet-selector-many0'))
    // A few questions per list, and StrictMode makes each list twice.
    expect(asked).toBeLessThan(50)
    const rows = [...document.querySelectorAll('[data-testid^="wallet-selector-"]')]
    expect(rows.slice(0, 3).map((row) => row.getAttribute('data-testid'))).toEqual([
      'wallet-selector-first',
      'wallet-selector-many0',
      'wallet-selector-many1',
    ])
  })

  it('shows a wallet that announces itself late', async () => {
    let announce = () => {}
    const late = fakeWallet('late')
    const plugin = definePlugin({
      id: 'test.late',
      kernel: '^1.0.0',
      setup(context) {
        announce = () => void context.add(Connector, late.connector)
      },
    })
    await shown([], { plugins: [plugin] })
    await findText('No wallets found')
    announce()
    await findTestId('wallet-selector-late')
  })
})

describe('consent', () => {
  const urls = { termsUrl: 'https://example.com/terms', privacyUrl: 'https://example.com/privacy' }
  const hasCheckbox = () => document.querySelector('input[type="checkbox"]') !== null
  const hasNotice = () => document.body.textContent?.includes('By connecting you agree') ?? false

  it.each([
    ['no checkbox wanted, no address', {}, [false, false]],
    ['a checkbox wanted, no address', { legalCheckbox: true }, [false, false]],
    ['no checkbox wanted, addresses', urls, [false, true]],
    ['a checkbox wanted, addresses', { ...urls, legalCheckbox: true }, [true, false]],
    ['relative addresses', { termsUrl: '/terms.html', privacyUrl: 'privacy' }, [false, true]],
    [
      'an address that is no web page',
      { termsUrl: 'javascript:alert(1)', legalCheckbox: true },
      [false, false],
    ],
  ])('%s', async (_, connect, expected) => {
    await shown([fakeWallet('a')], { props: { connect } })
    expect([hasCheckbox(), hasNotice()]).toEqual(expected)
  })

  it('keeps every way to connect out of reach until the box is ticked', async () => {
    const wallet = fakeWallet('a')
    await shown([wallet], { props: { connect: { ...urls, legalCheckbox: true } } })
    const row = await findTestId('wallet-selector-a')
    expect(row.closest('.lk-choices')).toMatchObject({ inert: true })
    document.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
    await until(() => row.closest<HTMLElement>('.lk-choices')?.inert === false)
    row.click()
    await isGone()
  })
})

describe('other ways to connect', () => {
  const logins = definePlugin({
    id: 'test.logins',
    kernel: '^1.0.0',
    setup(context) {
      for (const name of ['email', 'social']) {
        context.add(
          View,
          view(ConnectMethods, {
            id: `test.${name}`,
            load: async () => ({ default: () => <p>With {name}</p> }),
          }),
        )
      }
    },
  })
  const order = () =>
    [...document.querySelectorAll('.lk-choices > *')].map((element) =>
      element.matches('.lk-separator')
        ? '|'
        : (element.querySelector('.lk-row-name')?.textContent ?? element.textContent ?? ''),
    )

  it('stand behind an installed wallet, with one word between', async () => {
    await shown([fakeWallet('a', { name: 'Installed' })], { plugins: [logins] })
    await findText('With social')
    expect(order()).toEqual(['Installed', '|', 'With email', 'With social'])
  })

  it('stand before wallets that are not installed', async () => {
    const wallet = fakeWallet('a', { name: 'Absent', group: 'external', readiness: () => 'loadable' })
    await shown([wallet], { plugins: [logins] })
    await findText('With social')
    expect(order()).toEqual(['With email', 'With social', '|', 'Absent'])
  })

  it('leave one row for the wallets when the host collapses them', async () => {
    await shown([fakeWallet('a')], { plugins: [logins], props: { connect: { collapseWallets: true } } })
    expect(byTestId('wallet-selector-a')).toBeNull()
    await clickTestId('lk-collapse-wallets-button')
    await findView('ConnectWallets')
    await findTestId('wallet-selector-a')
  })
})

/** Types into a controlled field. */
async function fill(input: HTMLInputElement, text: string): Promise<void> {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setter?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
