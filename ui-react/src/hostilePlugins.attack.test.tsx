import type { Kernel } from '@latchkey/kernel'
import { AccountIdentities } from '@latchkey/kernel/contracts'
import {
  Connector,
  definePlugin,
  Feature,
  Log,
  Namespace,
  type Plugin,
  Storage,
  type Token,
  View,
} from '@latchkey/kernel/plugin'
import {
  ConnectRoute,
  NativeBalances,
  Navigation,
  type NavigationService,
  Networks,
  NetworksRoute,
  Notifications,
  Session,
  UnsupportedChainRoute,
} from '@latchkey/kernel/wallet'
import {
  Component,
  type ComponentType,
  createContext,
  createElement,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ethereum, fakeChain, fakeWallet } from '../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../test/mount.js'
import { byTestId, until } from '../test/page.js'
import { AccountButton } from './buttons/AccountButton.js'
import { ConnectButton } from './buttons/ConnectButton.js'
import { NetworkButton } from './buttons/NetworkButton.js'
import { useAccount } from './hooks/useAccount.js'
import { useBalance } from './hooks/useBalance.js'
import { useConnect } from './hooks/useConnect.js'
import { useConnections } from './hooks/useConnections.js'
import { useDisconnect } from './hooks/useDisconnect.js'
import { useModal } from './hooks/useModal.js'
import { useNetwork } from './hooks/useNetwork.js'
import { ShownBalance } from './shownBalance.js'
import { WalletRules } from './walletRules.js'

/**
 * Every contribution point and every service, times the ways in which a plugin can misbehave. After each attack the
 * host's page stands, React still renders, the person can disconnect, and the wallet was asked nothing but what the
 * person asked for.
 */

const fault = (): never => {
  throw new Error('a fault of the stranger')
}
const trap = () =>
  new Proxy(() => {}, {
    get: fault,
    has: fault,
    apply: fault,
    ownKeys: fault,
    getOwnPropertyDescriptor: fault,
    getPrototypeOf: fault,
  })

/** What stands in a field in place of what was promised. `late` fields are sound until the kernel has started. */
const ways: readonly (readonly [
  name: string,
  hostile: (armed: () => boolean, sound: unknown) => PropertyDescriptor,
])[] = [
  ['throws', () => ({ get: fault })],
  ['throws later', (armed, sound) => ({ get: () => (armed() ? fault() : sound) })],
  ['is null', () => ({ value: null })],
  ['is a number', () => ({ value: 7 })],
  ['is an object', () => ({ value: { not: 'that' } })],
  ['is a trapping proxy', () => ({ value: trap() })],
  ['is 60 kB of text', () => ({ value: 'x'.repeat(60_000) })],
  ['becomes null later', (armed, sound) => ({ get: () => (armed() ? null : sound) })],
]

const contributions: readonly (readonly [point: string, sound: () => object, fields: readonly string[]])[] = [
  [
    'Feature',
    () => ({ id: 'stranger.feature', label: 'Stranger', order: 1, needs: undefined, open() {} }),
    ['id', 'label', 'order', 'needs', 'open'],
  ],
  [
    'View',
    () => ({
      id: 'stranger.tab',
      slot: 'account.tabs',
      label: 'Tab',
      order: 1,
      when: () => true,
      load: words,
    }),
    ['id', 'slot', 'label', 'order', 'when', 'load'],
  ],
  [
    'View',
    () => ({ id: 'stranger.account', slot: 'route:Account', title: 'Mine', when: () => true, load: broken }),
    ['slot', 'title', 'load'],
  ],
  [
    'View',
    () => ({ id: 'stranger.header', slot: 'modal.header.actions', load: broken }),
    ['slot', 'order', 'load'],
  ],
  [
    'View',
    () => ({ id: 'stranger.identity', slot: 'account.header', load: broken }),
    ['slot', 'when', 'load'],
  ],
  [
    'Connector',
    () => ({
      ...fakeWallet('stranger').connector,
      icon: 'data:image/png;base64,',
      rdns: 'org.stranger',
      walletId: 'stranger',
    }),
    ['id', 'name', 'group', 'namespaces', 'icon', 'rdns', 'walletId', 'readiness', 'route', 'prepare'],
  ],
  [
    'Namespace',
    () => ({
      id: 'strange',
      label: 'Strange',
      networks: [{ ...ethereum, id: 'strange:1', namespace: 'strange' }],
      isAddress: () => true,
      isSameAddress: () => false,
      capabilities: [],
    }),
    ['id', 'label', 'networks', 'isAddress', 'isSameAddress', 'capabilities'],
  ],
  ['WalletRules', () => ({ id: 'stranger.rule', allows: () => true }), ['id', 'allows']],
]
const points = { Feature, View, Connector, Namespace, WalletRules } as Record<string, { readonly id: string }>

const words = async () => ({ default: () => <p>A view of the stranger</p> })
const broken = async () => ({ default: fault })

let armed = false
const isArmed = () => armed

function adding(point: { readonly id: string }, contribution: object): Plugin {
  return definePlugin({
    id: 'stranger',
    kernel: '^1.0.0',
    setup: (context) => void context.add(point as never, contribution as never),
  })
}

function providing(token: Token<never>, service: () => unknown, alsoNetworks = false): Plugin {
  return definePlugin({
    id: 'stranger',
    kernel: '^1.0.0',
    provides: alsoNetworks ? [token, Networks] : [token],
    setup(context) {
      context.provide(token, service as () => never)
      if (alsoNetworks) context.provide(Networks, service as () => never)
    },
  })
}

/** A host that uses every hook in its own tree, which has no boundary. */
function Host() {
  const account = useAccount()
  useNetwork()
  useBalance()
  useConnections()
  useConnect()
  useDisconnect()
  useModal()
  return <p data-testid="host">{`The host's own page: ${account.status}`}</p>
}

const page = (
  <>
    <Host />
    <ConnectButton />
    <AccountButton />
    <NetworkButton />
  </>
)

let uncaught: unknown[] = []
const note = (event: ErrorEvent | PromiseRejectionEvent) => {
  uncaught.push(event.type)
  event.preventDefault()
}
beforeEach(() => {
  armed = false
  uncaught = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  unmountAll()
  vi.restoreAllMocks()
})

const host = () => byTestId('host')

/** A root of somebody else on the same page still renders. */
async function reactStands(): Promise<void> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<p data-testid="neighbour">neighbour</p>)
  await until(() => byTestId('neighbour'), 5_000)
  root.unmount()
  container.remove()
}

const ownButton = () => document.querySelector<HTMLElement>('[data-lk-button=""]')
const disconnectButton = () => byTestId('disconnect-button')

interface Attack {
  readonly plugins: readonly Plugin[]
  /** Done once a wallet is connected. */
  readonly act?: (kernel: Kernel) => unknown
  /** False where no wallet can be connected at all. */
  readonly connects?: boolean
}

async function survive({ plugins, act, connects = true }: Attack): Promise<void> {
  const wallet = fakeWallet('a')
  let ended = 0
  const { connect } = wallet.connector
  const counted = {
    ...wallet,
    connector: {
      ...wallet.connector,
      connect: async (request: Parameters<typeof connect>[0]) => ({
        ...(await connect(request)),
        disconnect: async () => {
          ended += 1
        },
      }),
    },
  }
  const told: string[] = []
  const hearing = definePlugin({
    id: 'hearing',
    kernel: '^1.0.0',
    setup: (context) => void context.onAny(({ id }) => void told.push(id)),
  })
  const kernel = testKernel([hearing, fakeChain({ wallets: [counted] }), ...plugins])
  mountShell(kernel, page)
  await until(host)
  await until(() => kernel.state.phase === 'started')
  const session = sound(() => kernel.find(Session))
  const record = await sound(async () => session?.connect({ connectorId: 'a' }))?.catch(() => undefined)
  const connected = record?.id === 'a'
  if (connects) {
    expect(connected).toBe(true)
    await until(() => byTestId('account-button'))
  }
  armed = true
  await act?.(kernel)
  sound(() => kernel.find(Notifications)?.toast('something changes'))
  expect(host()).not.toBeNull()
  const button = await until(ownButton)
  button.click()
  if (connected) {
    const row = await until(disconnectButton, 10_000)
    row.click()
    await until(() => ended === 1, 10_000)
  } else await new Promise((resolve) => setTimeout(resolve, 50))
  expect(host()).not.toBeNull()
  await reactStands()
  expect(host()).not.toBeNull()
  // What analytics could tell is what happened, once.
  const times = (id: string) => told.filter((other) => other === id).length
  if (connected) expect([times('CONNECT_SUCCESS'), times('DISCONNECT_SUCCESS')]).toEqual([1, 1])
  else expect(times('CONNECT_SUCCESS')).toBe(0)
  expect(told).not.toContain('SWITCH_NETWORK')
  expect(told).not.toContain('SEND_SUCCESS')
  // One request, the one of this test.
  expect(wallet.requests).toHaveLength(connected ? 1 : wallet.requests.length)
  expect(wallet.requests.length).toBeLessThan(2)
}

function sound<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

describe.each(contributions)('%s', (point, make, fields) => {
  const cases = fields.flatMap((field) => ways.map(([way, hostile]) => [field, way, hostile] as const))
  it.each(cases)(`whose %s %s costs only itself`, async (field, _, hostile) => {
    const contribution = make()
    const value = (contribution as Record<string, unknown>)[field]
    Object.defineProperty(contribution, field, {
      configurable: true,
      enumerable: true,
      ...hostile(isArmed, value),
    })
    await survive({ plugins: [adding(points[point] as never, contribution)] })
  })
})

const services: readonly (readonly [name: string, make: (armed: () => boolean) => unknown])[] = [
  ['has a factory that throws', fault],
  ['is nothing', () => undefined],
  ['is an empty object', () => ({})],
  ['has null as its state', () => ({ state: null })],
  ['has a plain object as its state', () => ({ state: {} })],
  ['has a state that throws', () => Object.defineProperty({}, 'state', { get: fault })],
  ['is a trapping proxy', trap],
]
const tokens: readonly (readonly [name: string, token: Token<never>, connects: boolean])[] = [
  ['Log', Log as never, false],
  ['Storage', Storage as never, false],
  ['Notifications', Notifications as never, true],
  ['Navigation', Navigation as never, true],
  ['Session', Session as never, false],
  ['NativeBalances', NativeBalances as never, true],
  ['ShownBalance', ShownBalance as never, true],
  ['AccountIdentities', AccountIdentities as never, true],
]
describe.each(tokens)('a replaced %s', (_, token, connects) => {
  it.each(services)('that %s leaves the page standing', async (_way, make) => {
    await survive({
      plugins: [providing(token, () => make(isArmed), (token as unknown) === Session)],
      connects,
    })
  })
  it('whose set-up throws leaves the page standing', async () => {
    const plugin = definePlugin({ id: 'stranger', kernel: '^1.0.0', provides: [token], setup: fault })
    await survive({ plugins: [plugin], connects: false })
  })
})

/** Written into a state that plugins can reach. */
const poison: readonly (readonly [name: string, write: (kernel: Kernel) => void])[] = [
  ['navigation entries', (kernel) => Object.assign(kernel.get(Navigation).state, { entries: null })],
  ['navigation open', (kernel) => Object.assign(kernel.get(Navigation).state, { open: 'yes' })],
  ['toasts', (kernel) => Object.assign(kernel.get(Notifications).state, { toasts: null })],
  ['snackbar', (kernel) => Object.assign(kernel.get(Notifications).state, { snackbar: null })],
  ['balances', (kernel) => Object.assign(kernel.get(NativeBalances).state, { entries: null })],
  ['active namespace', (kernel) => Object.assign(kernel.get(Session).state, { activeNamespace: null })],
  ['recent wallets', (kernel) => Object.assign(kernel.get(Session).state, { recent: null })],
  ['plugins', (kernel) => Object.assign(kernel.state, { plugins: null })],
]
const refused: typeof poison = [
  ...poison,
  ['namespaces', (kernel) => Object.assign(kernel.get(Session).state, { namespaces: null })],
  [
    'a namespace',
    (kernel) => Object.assign(kernel.get(Session).state.namespaces, { eip155: { status: 'disconnected' } }),
  ],
  ['connections', (kernel) => Object.assign(kernel.get(Session).state, { connections: [] })],
  [
    'an account',
    (kernel) => {
      const [account] = kernel.get(Session).state.connections[0]?.accounts ?? []
      Object.assign(account ?? {}, { address: '0xbad' })
    },
  ],
  ['active networks', (kernel) => Object.assign(kernel.get(Networks).state, { active: null })],
  ['the active network', (kernel) => Object.assign(kernel.get(Networks).state.active, { eip155: null })],
  [
    'the network that is switched to',
    (kernel) => Object.assign(kernel.get(Networks).state, { switching: {} }),
  ],
]
it.each(refused.filter(([name]) => name !== 'plugins'))(
  'writes into %s are refused, and do no harm',
  async (_, write) => {
    await survive({
      plugins: [],
      act(kernel) {
        const before = JSON.stringify([kernel.get(Session).state, kernel.get(Networks).state])
        expect(() => write(kernel)).toThrow(/STATE_READ_ONLY|read-only|cannot be|changed/i)
        expect(JSON.stringify([kernel.get(Session).state, kernel.get(Networks).state])).toBe(before)
      },
    })
  },
)
it.each(poison)('null in the state of %s leaves the page standing', async (_, write) => {
  // The kernel may refuse to be written to; what it lets through must be survived.
  await survive({ plugins: [], act: (kernel) => void sound(() => write(kernel)) })
})

class InConstructor extends Component {
  constructor(props: object) {
    super(props)
    throw trap()
  }
}
class InMount extends Component {
  override componentDidMount(): void {
    throw trap()
  }
  override render(): ReactNode {
    return null
  }
}
const thrown: readonly (readonly [name: string, value: () => unknown])[] = [
  ['an error', () => new Error('a fault')],
  ['a trapping proxy', trap],
  ['an error behind a trapping proxy', () => new Proxy(new Error('a fault'), { get: fault })],
  ['nothing', () => undefined],
  ['null', () => null],
  ['a text', () => 'x'.repeat(60_000)],
  ['a promise that never ends', () => new Promise(() => {})],
  ['an object whose then throws', () => Object.defineProperty({}, 'then', { get: fault })],
]
const throwing = (value: () => unknown): readonly (readonly [place: string, component: unknown])[] => [
  [
    'while it renders',
    () => {
      throw value()
    },
  ],
  [
    'in a layout effect',
    () => {
      useLayoutEffect(() => {
        throw value()
      })
      return null
    },
  ],
  [
    'in an effect',
    () => {
      useEffect(() => {
        throw value()
      })
      return null
    },
  ],
]
/** Values whose mere reading throws something whose mere reading throws. */
const deepFault = (): never => {
  throw trap()
}
const deepTrap = (target: object = {}) =>
  new Proxy(target, { get: deepFault, has: deepFault, ownKeys: deepFault, getPrototypeOf: deepFault })
const Inner = (): never => deepFault()
class InnerClass extends Component {
  override render(): ReactNode {
    return deepFault()
  }
}
class InUpdate extends Component<object, { readonly count: number }> {
  override state = { count: 0 }
  override componentDidMount(): void {
    this.setState(deepFault)
  }
  override render(): ReactNode {
    return null
  }
}
class InDerived extends Component {
  override state = {}
  static getDerivedStateFromProps = deepFault
  override render(): ReactNode {
    return null
  }
}
const Words = createContext<unknown>('')
const InnerLazy = lazy(async () => ({ default: Inner }))
const RejectedLazy = lazy(() => Promise.reject(trap()) as Promise<{ default: () => null }>)
const InnerMemo = memo(Inner)
const node = (value: unknown) => value as ReactNode
const text = (value: unknown) => value as string

/** Where in a plugin's own tree something that cannot be read may stand. */
const trees: readonly (readonly [place: string, component: ComponentType])[] = [
  ['a component within', () => <Inner />],
  ['a component deep within', () => <div>{[<ul key="a">{[[<Inner key="b" />]]}</ul>]}</div>],
  ['a class within', () => <InnerClass />],
  ['a class within that throws as it updates', () => <InUpdate />],
  ['a class within that throws as it derives its state', () => <InDerived />],
  ['a memoised component within', () => <InnerMemo />],
  ['a lazy component within', () => <InnerLazy />],
  ['a lazy component within that cannot be loaded', () => <RejectedLazy />],
  [
    'a component in a fragment, a provider and a place that waits',
    () => (
      <>
        <Words.Provider value="x">
          <Suspense fallback={<Inner />}>
            <RejectedLazy />
            <Inner />
          </Suspense>
        </Words.Provider>
      </>
    ),
  ],
  ['what a consumer renders', () => <Words.Consumer>{deepFault}</Words.Consumer>],
  ['a child', () => <div>{node(deepTrap())}</div>],
  ['a child among children', () => <div>{['a', node(deepTrap()), 'b']}</div>],
  ['the list of children', () => <div>{node(deepTrap([]))}</div>],
  ['what it returns', () => node(deepTrap())],
  ['an endless list', () => <div>{node({ [Symbol.iterator]: deepFault })}</div>],
  ['a prop', () => <div title={text(deepTrap())} />],
  ['the style', () => <div style={deepTrap()} />],
  ['a value of the style', () => <div style={{ color: text(deepTrap()) }} />],
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what a hostile component renders.
  ['inner HTML', () => createElement('div', { dangerouslySetInnerHTML: deepTrap() as { __html: string } })],
  ['the value of a field', () => <input value={text(deepTrap())} onChange={() => {}} />],
  ['all props', () => createElement('div', deepTrap())],
  ['a key', () => <div key={text(deepTrap())} />],
  ['a type', () => createElement(deepTrap(() => null) as () => null)],
  ['the type of an element made by hand', () => node({ ...(<p />), type: deepTrap() })],
  ['an element made by hand', () => node(deepTrap({ ...(<p />) }))],
  ['a portal', () => createPortal(<Inner />, document.body)],
  ['a reference', () => <div ref={() => deepFault()} />],
  ['the end of a reference', () => <div ref={() => deepFault} />],
  [
    'the start of a state',
    () => {
      useState(deepFault)
      return null
    },
  ],
  [
    'an update of a state',
    () => {
      const [, set] = useState(0)
      useEffect(() => set(deepFault), [])
      return null
    },
  ],
  [
    'a store',
    () => {
      useSyncExternalStore(() => () => {}, deepFault)
      return null
    },
  ],
  [
    'a store that changes',
    () => {
      let count = 0
      useSyncExternalStore(
        (changed) => {
          const timer = setTimeout(changed, 5)
          return () => clearTimeout(timer)
        },
        () => {
          count += 1
          return count > 3 ? deepFault() : 0
        },
      )
      return null
    },
  ],
  [
    'a transition',
    () => {
      const [, start] = useTransition()
      useEffect(() => start(async () => deepFault()), [])
      return null
    },
  ],
  [
    'a promise that is used',
    () => {
      use(useState(() => Promise.reject(trap()))[0])
      return null
    },
  ],
  ['a promise as a child', () => <div>{node(useState(() => Promise.reject(trap()))[0])}</div>],
  [
    'a thrown promise that cannot be waited for twice',
    () => {
      let reads = 0
      throw {
        // biome-ignore lint/suspicious/noThenProperty: what a hostile component throws.
        get then() {
          reads += 1
          return reads > 1 ? deepFault() : () => deepFault()
        },
      }
    },
  ],
]
/**
 * Development builds of React, with which tests run, read what an effect threw before anybody else can; see
 * docs/decisions/contained-views.md. So a value that traps is thrown while rendering only, and by effects in
 * `effectTraps.attack.test.ts`, with a production build.
 */
const isReadable = (what: string) => !/trapping|then throws/.test(what)
const components = [
  ...thrown.flatMap(([what, value]) =>
    (isReadable(what) ? throwing(value) : throwing(value).slice(0, 1)).map(
      ([place, component]) => [`throws ${what} ${place}`, component] as const,
    ),
  ),
  ...trees.map(([place, component]) => [`has what cannot be read in ${place}`, component] as const),
  ['throws a trapping proxy in its constructor', InConstructor],
  ['throws a trapping proxy when it has mounted', InMount],
  ['is a trapping proxy', trap()],
  ['is a text', 'div'],
  ['renders an object', () => ({ not: 'a node' })],
] as const
it.each(components)('a component that %s costs its own place', async (_, component) => {
  // React tells the window of what it can neither log nor hand to a boundary, once it is through with it.
  window.addEventListener('error', note)
  window.addEventListener('unhandledrejection', note)
  await survive({
    plugins: [
      adding(View, { id: 'stranger.tab', slot: 'account.tabs', load: async () => ({ default: component }) }),
    ],
  })
  window.removeEventListener('error', note)
  window.removeEventListener('unhandledrejection', note)
})

const lists: readonly (readonly [
  view: string,
  open: (navigation: NavigationService) => unknown,
  row: string,
])[] = [
  ['Connect', (navigation) => navigation.open(ConnectRoute), 'wallet-selector-a'],
  ['Networks', (navigation) => navigation.open(NetworksRoute), `lk-network-${ethereum.id}`],
  [
    'UnsupportedChain',
    (navigation) => navigation.open(UnsupportedChainRoute, { reason: { not: 'that' } } as never),
    `lk-network-${ethereum.id}`,
  ],
]
const hostileLists = lists.flatMap(([view, open, row]) =>
  (['networks', 'label'] as const).flatMap((field) =>
    ways.map(([way, hostile]) => [view, field, way, open, row, hostile] as const),
  ),
)
it.each(hostileLists)(
  'the list of %s is drawn beside a namespace whose %s %s',
  async (_, field, _way, open, row, hostile) => {
    const [, make] = contributions.find(([point]) => point === 'Namespace') ?? contributions[0]!
    const contribution = make() as Record<string, unknown>
    const value = contribution[field]
    Object.defineProperty(contribution, field, {
      configurable: true,
      enumerable: true,
      ...hostile(isArmed, value),
    })
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] }), adding(Namespace, contribution)])
    mountShell(kernel, <ConnectButton />)
    await until(() => kernel.state.phase === 'started')
    armed = true
    open(kernel.get(Navigation))
    await until(() => byTestId(row), 10_000)
    expect(document.body.textContent).not.toContain('Something here didn’t load')
  },
)

it('an action that throws is contained, told to the person, and named', async () => {
  window.addEventListener('error', note)
  const kernel = testKernel(
    [
      fakeChain({ wallets: [fakeWallet('a')] }),
      adding(Feature, { id: 'stranger.swap', label: 'Swap', open: fault }),
    ],
    { logLevel: 'error' },
  )
  mountShell(kernel, page)
  await until(() => kernel.state.phase === 'started')
  await kernel.get(Session).connect({ connectorId: 'a' })
  ;(await until(() => byTestId('account-button'))).click()
  ;(await until(() => byTestId('wallet-features-swap-button'))).click()
  await until(() => document.querySelector('.lk-snackbar-text')?.textContent)
  await new Promise((resolve) => setTimeout(resolve, 20))
  window.removeEventListener('error', note)
  expect(uncaught).toEqual([])
  expect(vi.mocked(console.error).mock.calls.flat().map(String).join()).toContain('"stranger.swap"')
})
