// A wallet that lives its own life, for property tests of every connector. Not published.
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { createKernel, type Kernel } from '../src/index.js'
import { isKernelError, type NetworkId, type Plugin } from '../src/plugin.js'
import { Session } from '../src/wallet.js'
import { fakeClock, fakeStorage } from '../src/testing/index.js'
import { lifeBounds } from './attack.js'

/** What the wallet would say if it were asked, and so what the app must show. */
export interface WalletLife {
  isLocked: boolean
  /** The person allowed the app to see accounts, in the wallet. */
  isShared: boolean
  /** Addresses as the namespace writes them, the wallet's first first. */
  accounts: readonly string[]
  /** CAIP-2, where the wallet stands on a network. */
  network?: NetworkId
}

/** How a wallet tells a change, or doesn't. */
export type Telling = 'silent' | 'once' | 'twice' | 'odd' | 'emptyFirst'

/** A wallet of one dialect on the page. It answers by {@link WalletLife}, which the test changes behind its back. */
export interface LivingWallet {
  readonly connectorId: string
  /** Tells the app of the accounts or the network as they are now, in the way of the dialect. */
  tell(what: 'accounts' | 'network', how: Telling): void
  /** Tells that it lost its connection, or something that means nothing, if the dialect has such a thing. */
  tellNothing(): void
  /** Called whenever the wallet is asked anything: the test changes the wallet meanwhile. */
  asked: (method: string) => void
  /** Takes the wallet off the page. */
  remove(): void
}

export interface Dialect {
  readonly namespace: string
  /** Three addresses as the namespace writes them. */
  readonly addresses: readonly [string, string, string]
  /** Networks that the wallet moves between; the last one isn't listed. None where the dialect has no current network. */
  readonly networks: readonly NetworkId[]
  /** The wallet has no events: the app sees a change only by asking. */
  readonly isMute?: boolean
  /** Milliseconds that the connector waits, one after another, before it believes that nothing is shared. Default none. */
  readonly patience?: readonly number[]
  /**
   * Whether a wallet that hides its accounts isn't asked again, because it would prompt the person: the app takes it up once it tells
   * accounts by itself, and not at the next load.
   */
  readonly forgetsHidden?: boolean
  /**
   * Its code would have to be loaded to ask it, so that the app takes up a session that the wallet ended when the page is loaded, and not
   * when it comes back.
   */
  readonly isLoadable?: boolean
  /** The plugins of the app that has the wallet. */
  plugins(): readonly Plugin[]
  wallet(life: WalletLife): LivingWallet
}

interface Bench {
  readonly dialect: Dialect
  readonly life: WalletLife
  readonly wallet: LivingWallet
  readonly storage: ReturnType<typeof fakeStorage>
  readonly page: Page
  app: App
  /** The person connected it in the app, and did not disconnect. */
  isWanted: boolean
  /** The wallet ended it, and the app doesn't ask before it's loaded again. */
  isEnded: boolean
  /** It hid its accounts, and the app waits for its word. */
  isAsleep: boolean
}

type App = { readonly kernel: Kernel; readonly clock: ReturnType<typeof fakeClock> }
interface Page {
  /** The page comes back to the person. */
  show(): void
  leave(): void
}

/** A window and a document, which the code that follows the page listens to. */
function stubPage(): Page {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null }),
  )
  return {
    show: () => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    leave: () => vi.unstubAllGlobals(),
  }
}

/** @param isFresh Nothing is stored, and the code of the dialect was loaded before, so that there is nothing to wait for. */
async function open({ dialect, storage }: Pick<Bench, 'dialect' | 'storage'>, isFresh = false): Promise<App> {
  const clock = fakeClock()
  const kernel = createKernel(dialect.plugins(), { storage, clock, logLevel: 'silent' })
  await kernel.start()
  if (!isFresh) await vi.dynamicImportSettled()
  await rest()
  return { kernel, clock }
}

/** Lets everything that is due happen: promises and messages. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets the app ask, and wait as long as it gives the wallet. */
async function settle({ app, dialect: { patience = [] } }: Bench): Promise<void> {
  await rest()
  for (const pause of patience) {
    if (app.clock.pending === 0) return
    app.clock.advance(pause)
    await rest()
  }
}

/** Lets time pass until something is done. */
async function settleUntil(bench: Bench, work: Promise<unknown>): Promise<void> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  for (let round = 0; round < 20 && !isDone; round += 1) {
    await settle(bench)
    if (!isDone) await vi.dynamicImportSettled()
  }
  expect(isDone).toBe(true)
  await done
}

const shownBy = ({ app, dialect }: Bench) => {
  const session = app.kernel.get(Session)
  return {
    address: session.activeAccount(dialect.namespace)?.address,
    network: session.activeConnection(dialect.namespace)?.networks[dialect.namespace],
  }
}

/** What the app must show once it has asked: what the wallet says, and nothing after the person's own disconnect. */
function check(bench: Bench, ...only: readonly ('accounts' | 'network')[]): void {
  const { life, isWanted, dialect } = bench
  const isShown = isWanted && life.isShared && !life.isLocked && life.accounts.length > 0
  if (!isShown && only.length === 0) bench.isEnded = dialect.isLoadable === true
  const isThere = isShown && !bench.isEnded && !bench.isAsleep
  const shown = shownBy(bench)
  if (!only.includes('network')) expect(shown.address).toBe(isThere ? life.accounts[0] : undefined)
  if (isThere && !only.includes('accounts') && dialect.networks.length > 0)
    expect(shown.network).toBe(life.network)
}

/** Whether the wallet was told to share something, and does. */
const isSharing = ({ life }: Bench) => life.isShared && !life.isLocked && life.accounts.length > 0

/** Where a wallet that hides everything isn't asked again, the app has nothing stored of it. */
function noteAsleep(bench: Bench): void {
  const { dialect, storage } = bench
  if (!dialect.forgetsHidden || isSharing(bench)) return
  const stored = JSON.parse(storage.values.get('latchkey:session') ?? '{}')
  if (!stored.connections?.length) bench.isAsleep = true
}

interface Step {
  readonly name: string
  /** What the wallet told, so that nobody has to ask. */
  readonly told?: 'accounts' | 'network'
  /** It tells its accounts in its own form, so that a wallet that was left is taken up again by its word alone. */
  readonly isReadable?: boolean
  /** It listens from then on, if it didn't. */
  readonly connects?: boolean
  run(bench: Bench): unknown
}

/** The wallet told its accounts: it's taken up again where it was left, unless it has no way to tell. */
function wake(bench: Bench): void {
  if (isSharing(bench) && !bench.dialect.isMute) bench.isAsleep = false
}

const tellings: readonly Telling[] = ['silent', 'once', 'twice', 'odd', 'emptyFirst']
const telling = fc.constantFrom(...tellings)

/** Changes of the wallet itself, each told in one of the ways. */
function wallets({ addresses, networks }: Dialect): fc.Arbitrary<Step> {
  const change = (
    name: string,
    how: Telling,
    what: 'accounts' | 'network',
    act: (life: WalletLife) => void,
  ) => ({
    name: `${name} (${how})`,
    ...(how === 'silent' ? {} : { told: what, isReadable: how !== 'odd' }),
    run(bench: Bench) {
      const { life, wallet } = bench
      act(life)
      wallet.tell(what, how)
      // What it told may be read later, and holds by then.
      if (what === 'accounts' && how !== 'silent' && how !== 'odd') wake(bench)
    },
  })
  const accounts = fc.tuple(fc.shuffledSubarray([...addresses], { minLength: 1 }), telling)
  const moves = networks.length > 0 ? [fc.tuple(fc.constantFrom(...networks), telling)] : []
  return fc.oneof(
    accounts.map(([list, how]) =>
      change(`accounts ${list.map((one) => addresses.indexOf(one))}`, how, 'accounts', (life) => {
        life.accounts = list
      }),
    ),
    fc.tuple(fc.boolean(), telling).map(([isLocked, how]) =>
      change(isLocked ? 'locks' : 'unlocks', how, 'accounts', (life) => {
        life.isLocked = isLocked
      }),
    ),
    telling.map((how) =>
      change('locks and unlocks at once', how, 'accounts', (life) => {
        life.isLocked = false
      }),
    ),
    ...moves.map((move) =>
      move.map(([id, how]) =>
        change(`network ${id}`, how, 'network', (life) => {
          life.network = id
        }),
      ),
    ),
    fc.constant<Step>({ name: 'tells nothing', run: ({ wallet }) => wallet.tellNothing() }),
  )
}

/** Connects, with something that the wallet does while it is asked. */
const connecting = (meanwhile: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  fc.option(meanwhile, { nil: undefined }).map((during) => ({
    name: `connect${during ? `, meanwhile ${during.name}` : ''}`,
    connects: true,
    ...(during?.told ? { told: during.told } : {}),
    async run(bench) {
      const { life, wallet, app } = bench
      life.isLocked = false
      const { isWanted: wasWanted } = bench
      let isDone = false
      wallet.asked = () => {
        if (isDone) return
        isDone = true
        void during?.run(bench)
      }
      bench.isWanted = true
      bench.isEnded = false
      bench.isAsleep = false
      life.isShared = true
      const connected = app.kernel
        .get(Session)
        .connect({ connectorId: wallet.connectorId })
        .catch((error: unknown) => {
          expect(isKernelError(error)).toBe(true)
          // Only what happens meanwhile can keep it from connecting.
          expect(during).toBeDefined()
          // It hid its accounts while it was asked: what was before stays.
          bench.isWanted = wasWanted
        })
      await settleUntil(bench, connected)
      wallet.asked = () => {}
    },
  }))

/** The page comes back and asks, with something that the wallet tells while its answer is on the way. */
const comingBack = (meanwhile: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  meanwhile.map((during) => ({
    name: `page comes back, meanwhile ${during.name}`,
    ...(during.told ? { told: during.told } : {}),
    async run(bench) {
      const { wallet, page } = bench
      let isDone = false
      const act = () => {
        if (isDone) return
        isDone = true
        void during.run(bench)
      }
      wallet.asked = act
      page.show()
      await settle(bench)
      // Where nothing is connected, nobody asks.
      act()
      wallet.asked = () => {}
    },
  }))

const ofApp: readonly Step[] = [
  {
    name: 'disconnect',
    async run(bench) {
      bench.isWanted = false
      bench.life.isShared = false
      await bench.app.kernel.get(Session).disconnect()
    },
  },
  {
    name: 'reload',
    async run(bench) {
      await bench.app.kernel.dispose()
      bench.app = await open(bench)
      bench.isEnded = false
      if (bench.isAsleep) bench.isWanted = false
      bench.isAsleep = false
    },
  },
]

/** One app and one wallet, from the first look at the page to the last. */
async function withBench(
  dialect: Dialect,
  isFresh: boolean,
  live: (bench: Bench) => Promise<void>,
): Promise<Bench> {
  const page = stubPage()
  const life: WalletLife = {
    isLocked: false,
    isShared: false,
    accounts: [dialect.addresses[0]],
    ...(dialect.networks[0] ? { network: dialect.networks[0] } : {}),
  }
  const wallet = dialect.wallet(life)
  const storage = fakeStorage()
  const app = await open({ dialect, storage }, isFresh)
  const bench: Bench = {
    dialect,
    life,
    wallet,
    storage,
    page,
    isWanted: false,
    isEnded: false,
    isAsleep: false,
    app,
  }
  try {
    await live(bench)
  } finally {
    await bench.app.kernel.dispose()
    wallet.remove()
    page.leave()
  }
  return bench
}

/** Loads every part of the app that a life can reach, so that the lives wait for no file. */
async function loadCode(dialect: Dialect): Promise<void> {
  await withBench(dialect, false, async (bench) => {
    const { life, page, wallet } = bench
    const showAndLoad = async () => {
      page.show()
      await vi.dynamicImportSettled()
      await settle(bench)
    }
    life.isShared = true
    await settleUntil(bench, bench.app.kernel.get(Session).connect({ connectorId: wallet.connectorId }))
    life.isLocked = true
    await showAndLoad()
    life.isLocked = false
    await showAndLoad()
    await bench.app.kernel.dispose()
    bench.app = await open(bench)
    wallet.tellNothing()
    await showAndLoad()
  })
}

/**
 * Random lives of one wallet. After each step and one question, the app shows what the wallet says.
 *
 * @param usual How many orders of events are tried with the other tests.
 * @param dialects How many dialects of the chain share the orders of an attack. Default 1.
 */
export async function liveLives(dialect: Dialect, usual: number, dialects = 1): Promise<void> {
  await loadCode(dialect)
  const changes = wallets(dialect)
  const steps = fc.array(
    fc.oneof(
      { weight: 5, arbitrary: changes },
      connecting(changes),
      comingBack(changes),
      fc.constantFrom(...ofApp),
    ),
    {
      minLength: 2,
      maxLength: 14,
    },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const bench = await withBench(dialect, true, async (own) => {
        for (const step of list) {
          // A wallet that tells much in one moment is asked more seldom then.
          own.app.clock.advance(1_000)
          const wasConnected = shownBy(own).address !== undefined
          await step.run(own)
          await settle(own)
          noteAsleep(own)
          const { told, isReadable, connects } = step
          // A wallet that was left is taken up by its word as well, without a question.
          const isHeard =
            wasConnected || connects || (isReadable && told === 'accounts' && !dialect.isLoadable)
          if (isHeard && told && !dialect.isMute) check(own, told)
          // One question: the page comes back, and asks.
          own.page.show()
          await settle(own)
          noteAsleep(own)
          check(own)
        }
      })
      expect(bench.app.clock.pending).toBe(0)
    }),
    lifeBounds(usual, dialects),
  )
}
