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
  /** Connected by the person, and not disconnected since: it's taken up after a reload. */
  stored: boolean
  addresses: string[]
  network: string
}

interface Model {
  readonly wallets: Record<WalletId, ModelWallet>
  /** Which wallet the app shows, and which of its addresses. */
  active: { wallet: WalletId; address: string } | undefined
  /** The wallet that the person left active, and the account of it that they chose, if they chose one. */
  intended: { wallet: WalletId; address: string | undefined } | undefined
  chosen: string
  /** The network that the person chose, until the wallet moved by itself. */
  picked: string | undefined
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

function show(model: Model, wallet: WalletId, address = preferred(model, wallet)): void {
  model.active = { wallet, address }
  follow(model)
}

/** The account that the person chose, where the wallet has it, or else the wallet's first. */
function preferred({ wallets, intended }: Model, wallet: WalletId): string {
  const { addresses: own } = wallets[wallet]
  return own.find((address) => address === intended?.address) ?? (own[0] as string)
}

/** What is active is what the person wants to find again. */
function intend(model: Model, isChosen = false): void {
  const { active, intended } = model
  const isStill = isChosen || intended?.address === active?.address
  model.intended = active && { wallet: active.wallet, address: isStill ? active.address : undefined }
}

function follow(model: Model): void {
  const network = model.active && model.wallets[model.active.wallet].network
  if (network !== undefined && listed.has(network)) model.chosen = network
}

function end(model: Model, id: WalletId): void {
  model.wallets[id].connected = false
  if (model.active?.wallet !== id) return
  const next = walletIds.find((other) => model.wallets[other].connected)
  if (next) show(model, next)
  else model.active = undefined
}

function forget(model: Model, id: WalletId): void {
  const was = model.wallets[id].connected
  model.wallets[id].stored = false
  end(model, id)
  if (was && model.intended?.wallet === id) intend(model)
}

/** Whether the account that the person left is one of another wallet, which is locked. */
function isElsewhere({ wallets, intended }: Model, id: WalletId): boolean {
  const other = intended && wallets[intended.wallet]
  return intended?.wallet !== id && other?.stored === true && !other.connected
}

/** A wallet that stands where the person didn't want to be is asked to switch, and agrees. */
function prefer(model: Model, id: WalletId, picked: string | undefined): void {
  const wallet = model.wallets[id]
  const wanted = picked ?? (listed.has(wallet.network) ? wallet.network : model.chosen)
  wallet.network = wanted
  model.chosen = wanted
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
      Object.assign(model.wallets[id], { connected: true, stored: true })
      show(model, id)
      intend(model)
      prefer(model, id, model.picked)
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
      model.picked = networkId
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
        for (const own of walletIds) Object.assign(model.wallets[own], { connected: false, stored: false })
        model.active = undefined
        if (meant.some((own) => own === model.intended?.wallet)) model.intended = undefined
      } else forget(model, id)
    },
    () => true,
  )

const changeAccounts = (id: WalletId, next: readonly string[]) =>
  step(
    `${id} reports accounts ${next}`,
    async (model, { wallets }) => {
      const wallet = model.wallets[id]
      const [before] = wallet.addresses
      const isRepeated = wallet.addresses.join() === next.join()
      wallets[id].report({ accounts: accountsOf(next) })
      wallet.addresses = [...next]
      if (!wallet.connected || model.active?.wallet !== id) return
      if (isRepeated) return
      show(model, id, next[0] === before ? undefined : next[0])
      if (!isElsewhere(model, id)) intend(model)
    },
    () => true,
  )

const changeNetwork = (id: WalletId, network: (typeof networkIds)[number]) =>
  step(
    `${id} reports network ${network}`,
    async (model, { wallets }) => {
      wallets[id].report({ networks: { eip155: network } })
      const isMoved = model.wallets[id].network !== network
      model.wallets[id].network = network
      if (model.active?.wallet !== id) return
      if (isMoved) model.picked = undefined
      follow(model)
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
      show(model, id)
      intend(model)
    },
    (model) => model.wallets[id].connected,
  )

const chooseAccount = (id: WalletId, address: string) =>
  step(
    `choose ${address} of ${id}`,
    async (model, { app, reach }) => {
      const connectionId = reach.connectionId(id)
      app.session.setActiveAccount({ namespace: 'eip155', connectionId, accountId: `eip155:1:${address}` })
      show(model, id, address)
      intend(model, true)
    },
    (model) => model.wallets[id].connected && model.wallets[id].addresses.includes(address),
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
      for (const id of walletIds) model.wallets[id].connected = model.wallets[id].stored
      const stored = walletIds.filter((id) => model.wallets[id].stored)
      const next = stored.find((id) => id === model.intended?.wallet) ?? stored[0]
      if (next) show(model, next)
      else model.active = undefined
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
  fc.tuple(walletId, fc.constantFrom(...addresses)).map(([id, address]) => chooseAccount(id, address)),
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
            one: { connected: false, stored: false, addresses: ['0xa'], network: 'eip155:1' },
            two: { connected: false, stored: false, addresses: ['0xa'], network: 'eip155:1' },
          },
          active: undefined,
          intended: undefined,
          chosen: 'eip155:1',
          picked: undefined,
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
