import fc from 'fast-check'
import { expect, it } from 'vitest'
import { appWith } from '../../../test/appWith.js'
import { severalSessions } from '../../../test/severalSessions.js'
import {
  fakeAccount,
  fakeStorage,
  fakeWallet,
  type FakeStorage,
  type FakeWallet,
} from '../../testing/index.js'

/**
 * Random lives of an app with two wallets, against a model that says only what must be true: who is connected,
 * on which network each wallet stands, and which account and network the app must therefore show.
 */
const addresses = ['0xa', '0xb', '0xc'] as const
const networkIds = ['eip155:1', 'eip155:2', 'eip155:77'] as const
const walletIds = ['one', 'two'] as const
type WalletId = (typeof walletIds)[number]

interface ModelWallet {
  connected: boolean
  addresses: string[]
  network: string
}

interface Model {
  readonly wallets: Record<WalletId, ModelWallet>
  /** Which wallet the app shows, and which of its addresses. */
  active: { wallet: WalletId; address: string } | undefined
  chosen: string
}

/** How the two wallets are reached: each by a connector of its own, or both by one connector. */
interface Reach {
  readonly connectors: readonly Pick<FakeWallet, 'connector'>[]
  readonly connectionId: (id: WalletId) => string
  /** The connector's id, told which wallet the person takes. */
  readonly connectorFor: (id: WalletId) => string
}

interface Real {
  app: ReturnType<typeof appWith>
  storage: FakeStorage
  readonly reach: Reach
  readonly wallets: Record<WalletId, FakeWallet>
}

const reaches: Record<string, (wallets: Record<WalletId, FakeWallet>) => Reach> = {
  'of two wallets': (wallets) => ({
    connectors: Object.values(wallets),
    connectionId: (id) => id,
    connectorFor: (id) => id,
  }),
  'of two sessions of one connector': (wallets) => {
    const several = severalSessions('pairing', Object.values(wallets))
    return {
      connectors: [several],
      connectionId: (id) => `connection+pairing+${id}`,
      connectorFor(id) {
        several.take(wallets[id])
        return 'pairing'
      },
    }
  },
}

const listed = new Set<string>(['eip155:1', 'eip155:2'])
const accountsOf = (list: readonly string[]) => list.map((address) => fakeAccount('eip155:1', address))

const makeWallet = (id: WalletId) =>
  fakeWallet({
    id,
    accounts: accountsOf(['0xa']),
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve', restore: 'approve', switchNetwork: 'approve', disconnect: 'approve' },
  })

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: { code?: string }) => error.code ?? 'UNKNOWN',
  )

function check(model: Model, { app, wallets, reach }: Real): void {
  const { session, networks, statuses, address } = app
  const connected = walletIds.filter((id) => model.wallets[id].connected)
  expect(session.state.connections.map(({ id }) => id).sort()).toEqual(connected.map(reach.connectionId))
  expect(statuses()['eip155'] ?? 'disconnected').toBe(connected.length > 0 ? 'connected' : 'disconnected')
  for (const id of walletIds) expect(wallets[id].listeners).toBe(model.wallets[id].connected ? 1 : 0)
  expect(session.activeConnection('eip155')?.id).toBe(model.active && reach.connectionId(model.active.wallet))
  expect(address('eip155')).toBe(model.active?.address)
  const network = model.active ? model.wallets[model.active.wallet].network : model.chosen
  expect(networks.active('eip155')).toMatchObject({
    id: network,
    status: listed.has(network) ? 'supported' : 'unsupported',
  })
  expect(networks.state.switching).toBeUndefined()
}

function show(model: Model, wallet: WalletId, address = model.wallets[wallet].addresses[0] as string): void {
  model.active = { wallet, address }
  follow(model)
}

function follow(model: Model): void {
  const network = model.active && model.wallets[model.active.wallet].network
  if (network !== undefined && listed.has(network)) model.chosen = network
}

function end(model: Model, id: WalletId): void {
  model.wallets[id].connected = false
  if (model.active?.wallet !== id) return
  const { address } = model.active
  const next = walletIds.find((other) => model.wallets[other].connected)
  // An address that the other wallet holds too stays the one that is shown.
  if (next) show(model, next, model.wallets[next].addresses.includes(address) ? address : undefined)
  else model.active = undefined
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Promises only: nothing here waits for time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
}

async function start({ kernel, session }: Real['app']): Promise<void> {
  await kernel.start()
  // Without a limit of its own: the first start loads the code that talks to wallets, for as long as a busy machine needs.
  while (!session.state.restored) await nextTurn()
}

type Step = fc.AsyncCommand<Model, Real>

function step(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  when: (model: Model) => boolean,
): Step {
  return {
    check: when,
    async run(model, real) {
      await run(model, real)
      await settle()
      check(model, real)
    },
    toString: () => name,
  }
}

const connect = (id: WalletId) =>
  step(
    `connect ${id}`,
    async (model, { app, reach }) => {
      await app.session.connect({ connectorId: reach.connectorFor(id) })
      model.wallets[id].connected = true
      const { addresses: own } = model.wallets[id]
      const kept = model.active && own.includes(model.active.address) ? model.active.address : undefined
      show(model, id, kept)
    },
    () => true,
  )

const declineConnect = (id: WalletId) =>
  step(
    `decline connect ${id}`,
    async (_, { app, wallets, reach }) => {
      wallets[id].answer({ connect: 'reject' })
      expect(await codeOf(app.session.connect({ connectorId: reach.connectorFor(id) }))).toBe('USER_REJECTED')
      wallets[id].answer({ connect: 'approve' })
    },
    () => true,
  )

const switchNetwork = (networkId: 'eip155:1' | 'eip155:2', decline: boolean) =>
  step(
    `${decline ? 'decline ' : ''}switch ${networkId}`,
    async (model, { app, wallets }) => {
      const active = model.active && model.wallets[model.active.wallet]
      if (decline) for (const id of walletIds) wallets[id].answer({ switchNetwork: 'reject' })
      const code = await codeOf(app.networks.switch(networkId))
      for (const id of walletIds) wallets[id].answer({ switchNetwork: 'approve' })
      if (decline && active && active.network !== networkId) {
        expect(code).toBe('USER_REJECTED')
        return
      }
      expect(code).toBeUndefined()
      model.chosen = networkId
      if (active) active.network = networkId
    },
    () => true,
  )

const disconnect = (id: WalletId | undefined, fail: boolean) =>
  step(
    `disconnect ${id ?? 'all'}${fail ? ', failing' : ''}`,
    async (model, { app, wallets, reach }) => {
      const answer = fail ? () => Promise.reject(new Error('relay down')) : 'approve'
      for (const own of walletIds) wallets[own].answer({ disconnect: answer })
      const meant = walletIds.filter(
        (own) => (id === undefined || own === id) && model.wallets[own].connected,
      )
      const code = await codeOf(
        app.session.disconnect(id === undefined ? {} : { connectionId: reach.connectionId(id) }),
      )
      expect(code).toBe(fail && meant.length > 0 ? 'DISCONNECT_FAILED' : undefined)
      for (const own of walletIds) wallets[own].answer({ disconnect: 'approve' })
      if (id === undefined) {
        for (const own of walletIds) model.wallets[own].connected = false
        model.active = undefined
      } else end(model, id)
    },
    () => true,
  )

const changeAccounts = (id: WalletId, next: readonly string[]) =>
  step(
    `${id} reports accounts ${next}`,
    async (model, { wallets }) => {
      const wallet = model.wallets[id]
      const [before] = wallet.addresses
      wallets[id].report({ accounts: accountsOf(next) })
      wallet.addresses = [...next]
      if (!wallet.connected || model.active?.wallet !== id) return
      const keeps = next[0] === before && next.includes(model.active.address)
      show(model, id, keeps ? model.active.address : next[0])
    },
    () => true,
  )

const changeNetwork = (id: WalletId, network: (typeof networkIds)[number]) =>
  step(
    `${id} reports network ${network}`,
    async (model, { wallets }) => {
      wallets[id].report({ networks: { eip155: network } })
      model.wallets[id].network = network
      if (model.active?.wallet === id) follow(model)
    },
    () => true,
  )

const endFromWallet = (id: WalletId, how: 'locks' | 'ends') =>
  step(
    `${id} ${how}`,
    async (model, { wallets }) => {
      const own = accountsOf(model.wallets[id].addresses)
      wallets[id].report(how === 'locks' ? { accounts: [] } : { ended: {} })
      // Unlocked again: nobody listens to it any more, and a later connect finds its accounts.
      if (how === 'locks') wallets[id].report({ accounts: own })
      end(model, id)
    },
    (model) => model.wallets[id].connected,
  )

const choose = (id: WalletId) =>
  step(
    `choose ${id}`,
    async (model, { app, reach }) => {
      app.session.setActiveAccount({ namespace: 'eip155', connectionId: reach.connectionId(id) })
      const { addresses: own } = model.wallets[id]
      const kept = model.active && own.includes(model.active.address) ? model.active.address : undefined
      show(model, id, kept)
    },
    (model) => model.wallets[id].connected,
  )

const reload = () =>
  step(
    'reload',
    async (model, real) => {
      await real.app.kernel.dispose()
      for (const id of walletIds) expect(real.wallets[id].listeners).toBe(0)
      expect([real.app.clock.pending, real.storage.listeners]).toEqual([0, 0])
      real.app = open(real)
      await start(real.app)
      follow(model)
    },
    () => true,
  )

function open({ storage, reach }: Pick<Real, 'storage' | 'reach'>) {
  return appWith({ storage, wallets: reach.connectors })
}

const walletId = fc.constantFrom(...walletIds)
const steps = [
  walletId.map(connect),
  walletId.map(declineConnect),
  fc
    .tuple(fc.constantFrom('eip155:1' as const, 'eip155:2' as const), fc.boolean())
    .map(([id, decline]) => switchNetwork(id, decline)),
  fc.tuple(fc.option(walletId, { nil: undefined }), fc.boolean()).map(([id, fail]) => disconnect(id, fail)),
  fc
    .tuple(walletId, fc.shuffledSubarray([...addresses], { minLength: 1 }))
    .map(([id, next]) => changeAccounts(id, next)),
  fc.tuple(walletId, fc.constantFrom(...networkIds)).map(([id, network]) => changeNetwork(id, network)),
  fc
    .tuple(walletId, fc.constantFrom('locks' as const, 'ends' as const))
    .map(([id, how]) => endFromWallet(id, how)),
  walletId.map(choose),
  fc.constant(reload()),
]

it.each(Object.keys(reaches))(
  '200 random lives %s end in a consistent state, with no listener left',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: 'max' }), async (commands) => {
        const wallets = { one: makeWallet('one'), two: makeWallet('two') }
        const storage = fakeStorage()
        const reach = (reaches[kind] as (typeof reaches)[string])(wallets)
        const real: Real = { storage, wallets, reach, app: open({ storage, reach }) }
        await start(real.app)
        const model: Model = {
          wallets: {
            one: { connected: false, addresses: ['0xa'], network: 'eip155:1' },
            two: { connected: false, addresses: ['0xa'], network: 'eip155:1' },
          },
          active: undefined,
          chosen: 'eip155:1',
        }
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands)
        } finally {
          await real.app.kernel.dispose()
        }
        for (const id of walletIds) expect(wallets[id].listeners).toBe(0)
        expect([real.app.clock.pending, storage.listeners]).toEqual([0, 0])
      }),
      { numRuns: 200 },
    )
  },
  180_000,
)
