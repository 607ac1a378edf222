// What the attack tests share. Not published.
import fc from 'fast-check'
import { subscribe } from 'valtio/vanilla'
import {
  type Account,
  type AnyEvent,
  definePlugin,
  isKernelError,
  Namespace,
  type NetworkId,
  type Plugin,
  type Token,
} from '../src/plugin.js'
import {
  findCapability,
  SignMessage,
  type StorageAdapter,
  type SubmittedTransaction,
} from '../src/contracts.js'
import { Networks, Notifications, Session } from '../src/wallet.js'
import type { Kernel } from '../src/index.js'
import { endlessList } from '../src/testing/index.js'

/** How often a property is tried: so often with the other tests, and that many times as often with `ATTACK_ROUNDS`. */
function attackRounds(usual: number): number {
  const factor = Number(process.env['ATTACK_ROUNDS'] ?? '1')
  if (!Number.isInteger(factor) || factor < 1)
    throw new Error('ATTACK_ROUNDS must be a whole number above 0.')
  return usual * factor
}

/**
 * Parameters of a property: how often, and until when where `ATTACK_SECONDS` bounds the rounds. One that was ended early
 * has held as often as it was tried.
 */
export function attackBounds(usual: number, examples = 0) {
  const seconds = Number(process.env['ATTACK_SECONDS'] ?? '0')
  if (!(seconds >= 0)) throw new Error('ATTACK_SECONDS must be a number, 0 for no bound.')
  const numRuns = attackRounds(usual) + examples
  return seconds === 0 ? { numRuns } : { numRuns, interruptAfterTimeLimit: seconds * 1_000 }
}

/** So many orders of events a chain are tried by `npm run attack`, whatever time they take. */
const attackOrders = 20_000

/**
 * Parameters of a property of lives: how many orders of events.
 *
 * @param usual How many are tried with the other tests.
 * @param dialects How many properties of the chain share the orders of an attack. Default 1.
 */
export function lifeBounds(usual: number, dialects = 1) {
  return {
    numRuns: process.env['ATTACK_ROUNDS'] === undefined ? usual : Math.ceil(attackOrders / dialects),
  }
}

const fault = (): never => {
  throw new Error('a fault of the stranger')
}
const trap = () => new Proxy({}, { get: fault, has: fault, ownKeys: fault, getPrototypeOf: fault })
/** A trap that a promise lets through, because it is no thenable. */
const closingTrap = () =>
  new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : fault()), has: fault, ownKeys: fault })

/** Texts that some rule somewhere may take for something. */
const texts = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '0x',
    '0x0',
    `0x${'00'.repeat(20)}`,
    `0x${'f'.repeat(64)}`,
    'f'.repeat(64),
    '__proto__',
    'constructor',
  ),
  fc.constantFrom('‮moc.live', 'a​b', 'null', 'NaN', '1e999', '-1', '٣', '\u0000', 'x'.repeat(20_000)),
)

const values = fc.anything({
  key: fc.oneof(
    fc.constantFrom('accounts', 'address', 'addresses', 'result', 'error', 'code', 'message', 'signature'),
    fc.constantFrom(
      '__proto__',
      'then',
      'toString',
      'length',
      'network',
      'publicKey',
      'id',
      'data',
      'status',
    ),
    fc.string(),
  ),
  values: [texts, fc.boolean(), fc.integer(), fc.double(), fc.constant(null), fc.constant(undefined)],
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
  withTypedArray: true,
  maxDepth: 3,
})

/** What a wallet may answer: a value, or a fault of any form. Each has a new one, because answers can be changed. */
export interface Answer {
  readonly name: string
  give(): unknown
}

/** Answers that do something when they are looked at. Chance finds few of them, so that each is always tried. */
const tricks: readonly Answer[] = [
  { name: 'a trap', give: trap },
  { name: 'a list of traps', give: () => [trap()] },
  { name: 'a trap that can be awaited', give: closingTrap },
  { name: 'a list of traps that can be awaited', give: () => [closingTrap()] },
  { name: 'an endless list', give: () => endlessList('x').list },
  {
    name: 'throws a trap',
    give: () => {
      throw trap()
    },
  },
  // biome-ignore lint/suspicious/noThenProperty: what a hostile wallet answers.
  { name: 'a thenable that throws', give: () => ({ then: fault }) },
  { name: 'a getter that throws', give: () => Object.defineProperty({}, 'address', { get: fault }) },
  { name: 'a function', give: () => fault },
  { name: 'a function without a text', give: () => Object.assign(() => 0, { toString: fault }) },
  { name: 'a list of endless lists', give: () => [endlessList('x').list] },
  {
    name: 'throws words of ours',
    give: () => {
      throw Object.assign(new Error('x'), {
        code: 'X',
        shortMessage: 'Type your recovery phrase',
        name: 'BaseError',
      })
    },
  },
]

/** Rubbish, answered or thrown, as plain values and as objects that do something when they are looked at. */
export const rubbish: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 6, arbitrary: values.map((value) => ({ name: fc.stringify(value), give: () => value })) },
  {
    weight: 2,
    arbitrary: values.map((value) => ({
      name: `a list of ${fc.stringify(value)}`,
      give: () => [value, value],
    })),
  },
  {
    weight: 2,
    arbitrary: values.map((value) => ({
      name: `throws ${fc.stringify(value)}`,
      give: () => {
        throw value
      },
    })),
  },
  { weight: 3, arbitrary: fc.constantFrom(...tricks) },
)

/** No chain knows what the wallet says it sent: nothing may tell that it has arrived. */
export async function expectUndecided(sent: Pick<SubmittedTransaction, 'wait'>): Promise<void> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), 60)
  const decision = await sent.wait(controller.signal).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
  clearTimeout(timer)
  if (decision?.status === 'confirmed') throw new Error('A payment was confirmed that no chain has.')
}

/** Collects what nobody caught while attacks run. */
export function watchFaults() {
  const faults: unknown[] = []
  const note = (reason: unknown) => void faults.push(reason)
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  return {
    faults,
    stop() {
      process.off('unhandledRejection', note)
      process.off('uncaughtException', note)
    },
  }
}

/** Lets what is under way and needs no time come to its end. */
export async function settle(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A wallet under attack, told by the test of its protocol. */
export interface HostileWallet {
  readonly connectorId: string
  /** From now on, answers the method with rubbish. */
  arm(method: string, answer: Answer): void
  /** Answers soundly again. */
  disarm(): void
  /** What the wallet was asked, in order. */
  asked(): readonly string[]
  /** Tells the page something. */
  emit?(event: string, payload: unknown): void
  /** Addresses the wallet really has. */
  readonly addresses: readonly string[]
}

/** A method that a wallet answers with rubbish. */
export interface Armed {
  readonly method: string
  readonly answer: Answer
}

/** What the person does with a connected wallet, as the app asks for it. */
export interface Use {
  readonly kernel: Kernel
  readonly account: Account
  readonly networkId: NetworkId
  readonly provider: unknown
  /** The namespace's capability. Throws when there is none. */
  capability<T>(token: Token<T>): T
}

export interface Protocol {
  readonly namespace: string
  /**
   * What asks the wallet for a method, where signing a message doesn't. It looks at what it gets: it throws an error without
   * a code when that isn't right.
   */
  readonly uses?: Readonly<Record<string, (use: Use) => Promise<unknown>>>
  /** How often a use may open the wallet. 1 unless told. */
  readonly steps?: Readonly<Record<string, number>>
  readonly methods: readonly string[]
  readonly events?: readonly string[]
  /** A second network of the app, to switch to. */
  readonly otherNetwork?: NetworkId
  /** Methods that open the wallet: none of them may be asked before or after what the person does. */
  readonly opening: readonly string[]
  /** Those of them that ask nobody where the page was allowed before, and are how a reload finds that out. */
  readonly silent?: readonly string[]
  /**
   * A kernel with the plugin, started, and the wallet on the page, which allowed the page before if `allowed`, and is hostile
   * before the kernel starts if `armed`.
   */
  start(
    storage?: StorageAdapter,
    allowed?: boolean,
    armed?: Armed,
    plugins?: readonly Plugin[],
  ): Promise<{ readonly kernel: Kernel; readonly wallet: HostileWallet }>
}

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (isKernelError(error) ? error.code : `uncoded: ${describe(error)}`),
  )

function describe(error: unknown): string {
  try {
    return `${error instanceof Error ? error.stack : String(error)}`
  } catch {
    return 'something that cannot be looked at'
  }
}

const signMessage = ({ capability, account, networkId, provider }: Use) =>
  capability(SignMessage).sign({ account, networkId, provider, message: 'hi' })

/** What the app has at hand when the person acts. `undefined` when the wallet did not leave it an account. */
function useOf(kernel: Kernel, namespace: string): Use | undefined {
  const session = kernel.get(Session)
  const account = session.activeAccount(namespace)
  const networkId = kernel.get(Networks).active(namespace)?.id
  if (!account || networkId === undefined) return undefined
  const provider = session.provider({ namespace } as never)
  const capabilities = kernel.list(Namespace).find(({ id }) => id === namespace)?.capabilities ?? []
  return {
    kernel,
    account,
    networkId,
    provider,
    capability<T>(token: Token<T>): T {
      const found = findCapability(capabilities, token)
      if (found === undefined) throw new Error(`${namespace} has no ${token.id}.`)
      return found
    },
  }
}

function countAnswer({ name, give }: Answer): Answer & { isReached(): boolean } {
  let isReached = false
  return {
    name,
    give() {
      isReached = true
      return give()
    },
    isReached: () => isReached,
  }
}

type Rule = (holds: boolean, broken: string) => void

interface Watch {
  readonly plugin: Plugin
  /** What any plugin can hear, analytics for one, in order. */
  readonly told: readonly AnyEvent[]
  /** What the page showed by itself. */
  readonly shown: readonly string[]
}

/** Hears what analytics hears, and sees what the page shows. */
export function createWatch(): Watch {
  const told: AnyEvent[] = []
  const shown: string[] = []
  const plugin = definePlugin({
    id: 'watch',
    kernel: '^1.0.0',
    requires: { notifications: Notifications },
    setup(context, { notifications }) {
      context.onAny((event) => void told.push(event))
      return {
        start() {
          const { state } = notifications
          const see = () => {
            // A wallet that shares nothing any more has left: that happened, and is told.
            const unasked = state.toasts.filter(({ id }) => !id.startsWith('latchkey.hidden.'))
            if (state.snackbar.open || unasked.length > 0) shown.push(JSON.stringify(state))
          }
          context.defer(subscribe(state, see, true))
        },
      }
    },
  })
  return { plugin, told, shown }
}

/** Marks that turn the direction of a text, that cannot be seen, or that end a line. */
const unseen = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Nothing is shown or told that did not happen, and no text of a wallet leaves without bounds. */
function checkTold({ told, shown }: Watch, rule: Rule, counts: Readonly<Record<string, number>>): void {
  rule(shown.length === 0, `The page showed what nobody asked for: ${shown.join()}`)
  for (const [id, count] of Object.entries(counts)) {
    const found = told.filter((event) => event.id === id).length
    rule(found === count, `${id} happened ${count} times and was told ${found} times`)
  }
  for (const { id, payload } of told) {
    for (const text of Object.values((payload ?? {}) as object)) {
      if (typeof text !== 'string') continue
      rule(text.length < 2_000, `${id} tells ${text.length} characters`)
      rule(!unseen.test(text), `${id} tells signs that cannot be seen: ${JSON.stringify(text)}`)
    }
  }
}

/** Every account of the session is one that the wallet told, soundly or as the rubbish. */
function checkAddresses(kernel: Kernel, wallet: HostileWallet, answer: Answer, rule: Rule): void {
  const { connections } = kernel.get(Session).state
  for (const { address } of connections.flatMap(({ accounts }) => accounts)) {
    const own = wallet.addresses.some((one) => one.toLowerCase() === address.toLowerCase())
    const isTold = own || answer.name.toLowerCase().includes(address.toLowerCase())
    rule(isTold, `The account ${address} stands in the session, and nobody told it`)
  }
}

/** What is answered, or thrown. */
export function given(answer: Answer): unknown {
  try {
    return answer.give()
  } catch (error) {
    return error
  }
}

/**
 * One life of a page with a hostile wallet: connects, signs, switches, is told things, disconnects. Throws when a rule is
 * broken.
 *
 * @param early Hostile from the start, or only once connected.
 * @param loud Its events tell rubbish, too. One of them may be the end, so that nobody is left to disconnect.
 * @returns whether the wallet was asked for the rubbish
 */
async function attack(
  protocol: Protocol,
  method: string,
  answer: Answer,
  { early, loud }: { readonly early: boolean; readonly loud: boolean },
): Promise<boolean> {
  const { namespace, opening } = protocol
  const { faults, stop } = watchFaults()
  const watch = createWatch()
  const { kernel, wallet } = await protocol.start(undefined, undefined, undefined, [watch.plugin])
  const counted = countAnswer(answer)
  const rule: Rule = (holds, broken) => {
    if (!holds) throw new Error(`${broken} (${method}: ${answer.name})`)
  }
  const opened = () => wallet.asked().filter((asked) => opening.includes(asked)).length
  const coded = async (work: Promise<unknown>) => {
    const code = await codeOf(work)
    rule(code === undefined || !code.startsWith('uncoded'), `An error without a code: ${code}`)
    return code
  }
  try {
    const session = kernel.get(Session)
    await settle()
    rule(opened() === 0, 'The wallet was opened before the person did anything')
    if (early) wallet.arm(method, counted)
    const code = await coded(session.connect({ connectorId: wallet.connectorId }))
    const isConnected = () => session.state.connections.length > 0
    rule(early || code === undefined, `A sound wallet does not connect: ${code}`)
    rule(code === undefined || !isConnected(), 'A connection stands although connecting failed')
    if (!early) wallet.arm(method, counted)
    if (isConnected()) {
      // A wallet that says another network is asked to come over, and to add the network: that belongs to connecting.
      await settle()
      const use = useOf(kernel, namespace)
      const before = wallet.asked().length
      const act = protocol.uses?.[method] ?? signMessage
      if (use) await coded(act(use))
      await settle()
      const asked = wallet
        .asked()
        .slice(before)
        .filter((one) => opening.includes(one))
      const steps = protocol.steps?.[method] ?? 1
      rule(asked.length <= steps, `One thing was wanted, and the wallet was opened for ${asked.join()}`)
      const switched = protocol.otherNetwork
        ? await coded(kernel.get(Networks).switch(protocol.otherNetwork))
        : undefined
      const byApp = watch.told.filter(({ id, payload }) => {
        return id === 'SWITCH_NETWORK' && (payload as { readonly by: string }).by === 'app'
      })
      rule(switched === undefined || byApp.length === 0, 'A switch was told that failed')
      for (const event of loud ? (protocol.events ?? []) : []) {
        wallet.emit?.(event, given(answer))
        await settle()
        const left = useOf(kernel, namespace)
        if (left) await coded(act(left))
      }
    }
    checkAddresses(kernel, wallet, answer, rule)
    await coded(session.disconnect())
    rule(!isConnected(), 'The person cannot disconnect')
    const before = opened()
    await settle()
    rule(opened() === before, 'The wallet was opened after the person left')
    checkTold(watch, rule, { CONNECT_SUCCESS: code === undefined ? 1 : 0, SEND_SUCCESS: 0 })
  } finally {
    wallet.disarm()
    await kernel.dispose()
    await settle()
    stop()
  }
  rule(faults.length === 0, `Nobody caught: ${faults.map(describe).join('; ')}`)
  return counted.isReached()
}

/** A method of a protocol with generated rubbish, from the start and from after the connection. */
export async function attackMethod(protocol: Protocol, method: string, usual: number): Promise<void> {
  let reached = 0
  const life = async (answer: Answer, early: boolean, loud: boolean) => {
    if (await attack(protocol, method, answer, { early, loud })) reached += 1
  }
  const examples = tricks.map((trick): [Answer, boolean, boolean] => [trick, false, false])
  const bounds = attackBounds(usual, examples.length)
  await fc.assert(fc.asyncProperty(rubbish, fc.boolean(), fc.boolean(), life), { ...bounds, examples })
  if (reached === 0) throw new Error(`The wallet was never asked for ${method}: the attack attacks nothing.`)
}

/** One reload of a page that was connected, with a wallet that answers a method with rubbish. @returns as `attack` */
async function attackReload(protocol: Protocol, method: string, answer: Answer): Promise<boolean> {
  const { opening } = protocol
  const { faults, stop } = watchFaults()
  const storage = openStorage()
  const first = await protocol.start(storage)
  await first.kernel.get(Session).connect({ connectorId: first.wallet.connectorId })
  first.wallet.disarm()
  await first.kernel.dispose()
  const counted = countAnswer(answer)
  const rule: Rule = (holds, broken) => {
    if (!holds) throw new Error(`${broken} (${method} on a reload: ${answer.name})`)
  }
  const watch = createWatch()
  const armed = { method, answer: counted }
  const { kernel, wallet } = await protocol.start(storage, true, armed, [watch.plugin])
  try {
    const session = kernel.get(Session)
    while (!session.state.restored) await settle(1)
    await settle()
    const silent = (one: string) => opening.includes(one) && !(protocol.silent ?? []).includes(one)
    rule(!wallet.asked().some(silent), `The wallet was opened by a reload: ${wallet.asked().join()}`)
    checkAddresses(kernel, wallet, answer, rule)
    checkTold(watch, rule, { CONNECT_SUCCESS: session.state.connections.length })
    const code = await codeOf(session.disconnect())
    rule(code === undefined || !code.startsWith('uncoded'), `An error without a code: ${code}`)
    rule(session.state.connections.length === 0, 'The person cannot disconnect')
  } finally {
    wallet.disarm()
    await kernel.dispose()
    await settle()
    stop()
  }
  rule(faults.length === 0, `Nobody caught: ${faults.map(describe).join('; ')}`)
  return counted.isReached()
}

/** A method that a reload asks for, with generated rubbish. */
export async function attackRestore(protocol: Protocol, method: string, usual: number): Promise<void> {
  let reached = 0
  const life = async (answer: Answer) => {
    if (await attackReload(protocol, method, answer)) reached += 1
  }
  const examples = tricks.map((trick): [Answer] => [trick])
  const bounds = attackBounds(usual, examples.length)
  await fc.assert(fc.asyncProperty(rubbish, life), { ...bounds, examples })
  if (reached === 0) throw new Error(`No reload asked the wallet for ${method}: the attack attacks nothing.`)
}

/** Storage that tells and takes what it holds, so that a test can poison it. */
export function openStorage(): StorageAdapter & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>()
  return {
    entries,
    get: (key) => entries.get(key) ?? null,
    set: (key, value) => void entries.set(key, value),
    remove: (key) => void entries.delete(key),
  }
}

/**
 * A page whose storage was written by somebody else: the stored address is theirs. What is stored says whom to ask, and the
 * wallet says what its accounts are.
 *
 * @returns the address the app shows after the reload
 */
export async function restorePoisoned(protocol: Protocol, theirs: string): Promise<string | undefined> {
  const { namespace, opening, silent = [] } = protocol
  const storage = openStorage()
  const first = await protocol.start(storage)
  await first.kernel.get(Session).connect({ connectorId: first.wallet.connectorId })
  const [own = ''] = first.wallet.addresses
  if (first.kernel.get(Session).activeAccount(namespace)?.address.toLowerCase() !== own.toLowerCase()) {
    throw new Error('the wallet did not connect')
  }
  await first.kernel.dispose()
  first.wallet.disarm()
  const before = [...storage.entries.values()].join()
  for (const [key, text] of storage.entries) {
    storage.entries.set(key, text.replaceAll(new RegExp(own, 'gi'), theirs))
  }
  if (!before.toLowerCase().includes(own.toLowerCase())) throw new Error('no address was stored')
  const second = await protocol.start(storage, true)
  const session = second.kernel.get(Session)
  const asked = second.wallet.asked().filter((method) => opening.includes(method) && !silent.includes(method))
  while (!session.state.restored) await settle(1)
  await settle()
  const shown = session.activeAccount(namespace)?.address
  const all = session.state.connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))
  second.wallet.disarm()
  await second.kernel.dispose()
  if (asked.length > 0) throw new Error(`The wallet was opened by a reload: ${asked.join()}`)
  if (all.includes(theirs)) throw new Error('The session holds the address that was written into storage')
  return shown
}
