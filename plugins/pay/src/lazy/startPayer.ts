import { followHeld } from '@latchkey/kernel/transaction'
import { kernelErrorFrom, ModalClosed, networkNotFound } from '@latchkey/kernel/wallet'
import type { NetworkId, PluginContext, Words } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import type { Bill } from '../bill/Bill.js'
import { type ReadBill, readBills } from '../bill/readBill.js'
import { nothing, type WritableState } from '../createState.js'
import { canPayBill, Exchange } from '../Exchange.js'
import { PayOpened } from '../events.js'
import type { PayController, PaymentOutcome, PaymentWay, PayTarget } from '../Payer.js'
import { PayLoadingRoute, PayReviewRoute, PayRoute } from '../routes.js'
import { takesDeposits } from '../takesDeposits.js'
import { checkEnd, isEnded } from './billTime.js'
import { createAsked } from './createAsked.js'
import { createConfirmation } from './createConfirmation.js'
import { createFollower, explorerUrl, type Follower, outcomeOf } from './createFollower.js'
import { createSwapFirst, type SwapFirst } from './createSwapFirst.js'
import { payByExchange } from './payByExchange.js'
import { payError } from './payErrors.js'
import { factsOf, type PayerTools } from './PayerTools.js'
import { createPayments, isOf, type Payment, type Payments } from './payments.js'
import { type PreparedPayment, preparePayment } from './preparePayment.js'
import { readLink } from './readLink.js'
import { readTarget } from './readTarget.js'
import { depositBill, readDepositAssets } from './readDepositAssets.js'
import { readAllWays } from './readWays.js'
import { createSwaps, type Swaps } from './swaps.js'

export interface StartedPayer {
  readonly controller: PayController
  pay(bill: Bill | string, options?: { readonly id?: string }): Promise<PaymentOutcome>
  dispose(): void
}

interface Waiting {
  readonly asked: readonly ReadBill[]
  readonly outcome: Promise<PaymentOutcome>
  settle(outcome: PaymentOutcome): void
}

const free: readonly string[] = ['choosing', 'preparing', 'ready']
const views: readonly string[] = [PayRoute.name, PayReviewRoute.name, PayLoadingRoute.name]

/** What is under way in this page. */
interface Parts {
  readonly tools: PayerTools
  readonly payments: Payments
  readonly waiting: Map<string, Waiting>
  /** The bill on screen, and its alternatives. */
  asked: readonly ReadBill[]
  /** Of these, the one that is being paid. */
  shown: ReadBill | undefined
  prepared: PreparedPayment | undefined
  /** The accounts that could pay when the ways were last read. */
  targets: string
  attempt: AbortController
  /** An exchange is asked for a page: another question now would be a second order there. */
  isLinking: boolean
  /** The person closed the modal while a wallet was asked or a swap was under way: nothing opens on its own afterwards. */
  hasLeft: boolean
  /** The bill was shown when no wallet could pay it, and nothing was chosen since. */
  awaitsWallet: boolean
  readonly follower: Follower
  readonly swaps: Swaps
  readonly swapFirst: SwapFirst
  /** Shows what a bill asks for. */
  showAsked(read: ReadBill): void
}

/** Puts the parts together. One bill is shown at a time; any number may be followed. */
export function startPayer(
  context: PluginContext,
  state: WritableState,
  deps: Omit<PayerTools, 'state' | 'context'>,
): StartedPayer {
  const tools: PayerTools = { ...deps, state, context }
  const payments = createPayments(tools.storage)
  const swaps = createSwaps(tools.storage)
  const parts: Parts = {
    ...{ tools, payments, waiting: new Map(), asked: [], shown: undefined, prepared: undefined, targets: '' },
    attempt: new AbortController(),
    isLinking: false,
    hasLeft: false,
    awaitsWallet: false,
    swaps,
    showAsked: createAsked(tools, (read) => parts.shown === read),
    swapFirst: createSwapFirst({
      ...{ tools, swaps },
      shown: () => parts.shown,
      restart: () => restart(parts),
      reload: () => void loadWays(parts),
      renew: async () => parts.prepared && prepare(parts, parts.prepared.preview.way),
      prepareAsset: (payer) => prepareAsset(parts, payer),
    }),
    follower: createFollower({
      ...{ tools, payments },
      changed: (billId, known, reason) =>
        known ? changed(parts, known, reason) : mayBeAskedAgain(parts, billId),
    }),
  }
  const stops = [
    followHeld(tools, { state, views: [PayRoute.name], changed: () => void renewWays(parts) }),
    tools.wallets.subscribe(() => retarget(parts)),
    context.on(ModalClosed, ({ view }) => closed(parts, view)),
  ]
  for (const payment of payments.list()) follow(parts, payment)
  return {
    controller: createController(parts),
    pay: (bill, options) => pay(parts, bill, options),
    dispose() {
      for (const stop of stops) stop()
      parts.attempt.abort()
    },
  }
}

function createController(parts: Parts): PayController {
  const { tools, payments, follower, swapFirst } = parts
  const { state, navigation } = tools
  const show = (payment: Payment) => changed(parts, payment)
  const confirmation = createConfirmation({
    ...{ tools, payments, follower, show, swapFirst },
    current: () => parts.shown && { read: parts.shown, prepared: parts.prepared },
    renew: async () =>
      parts.prepared && (await prepare(parts, parts.prepared.preview.way)) ? parts.prepared : undefined,
  })
  return {
    async choose(way) {
      if (!free.includes(state.phase)) return false
      parts.awaitsWallet = false
      const isReady = await prepare(parts, way)
      if (isReady && navigation.state.entries.at(-1)?.name === PayRoute.name) navigation.push(PayReviewRoute)
      return isReady
    },
    confirm: (onScreen) => confirmation.confirm(onScreen),
    async payByExchange(exchange) {
      if (!parts.shown || !free.includes(state.phase)) throw payError('PAY_NOT_PREPARED')
      // What is on screen is what the person means to pay.
      const read = [parts.shown, ...parts.asked].find(({ bill }) => canPayBill(exchange, bill))
      if (!read) throw payError('PAY_EXCHANGE_UNFIT')
      select(parts, read)
      await link(parts, () => payByExchange({ tools, payments, follower, show }, read, exchange))
    },
    readDepositAssets: () => readDepositAssets(tools),
    async deposit(exchange, asset, amount) {
      const wallet = tools.wallets.active()
      if (!wallet) throw payError('PAY_WALLET_GONE')
      if (!takesDeposits(wallet.account)) throw payError('PAY_DEPOSIT_UNFIT')
      if (isBusy(parts)) throw payError('PAY_BUSY')
      // An address of one network need not be the person's on another.
      const isHere = asset.asset === wallet.networkId || asset.asset.startsWith(`${wallet.networkId}/`)
      if (!isHere) throw payError('PAY_NETWORK_OTHER')
      const bill = depositBill(asset, amount, wallet.account.address, tools.clock.now())
      const asked = readAsked(parts, bill)
      leave(parts)
      begin(parts, asked)
      state.isDeposit = true
      await link(parts, () => payByExchange({ tools, payments, follower, show }, asked[0], exchange))
    },
    async lookUp() {
      const known = parts.shown && payments.find(parts.shown.bill.id)
      if (known) await follower.lookUp(known)
    },
    forgetRequest: () => confirmation.forget(),
    back() {
      if (!free.includes(state.phase)) return
      backToChoice(parts)
    },
  }
}

/** A wallet is asked, or an exchange for its page: what is shown then must not make way for something else. */
const isBusy = ({ tools, isLinking }: Parts): boolean => isLinking || isUnderWay(tools)

/** A wallet is asked, or the chain has the swap that comes before the payment. */
const isUnderWay = ({ state }: PayerTools): boolean => state.phase === 'asking' || state.phase === 'swapping'

async function link(parts: Parts, ask: () => Promise<void>): Promise<void> {
  if (parts.isLinking) throw payError('PAY_BUSY')
  parts.isLinking = true
  try {
    await ask()
  } finally {
    parts.isLinking = false
  }
}

/** Shows what is known of a payment, and tells the host how it ended. */
function changed({ tools, waiting, shown, swaps }: Parts, payment: Payment, reason?: Words): void {
  const { state } = tools
  const { phase, billId } = payment
  const isPending = phase === 'sent' || phase === 'linked'
  if (shown?.bill.id === billId) {
    state.phase = phase === 'asked' ? 'undecided' : isPending ? 'pending' : phase
    state.transaction = payment.transaction
    state.explorerUrl = explorerUrl(tools, payment)
    state.reason = reason
    state.preview = undefined
  }
  if (isPending) return
  if (phase === 'paid' || phase === 'reported') swaps.remove(billId)
  const { networkId, receiver, isDeposit } = payment
  // What arrives in the account from elsewhere.
  if (phase === 'reported' && isDeposit)
    void tools.nativeBalances.refresh(networkId, receiver, { force: true })
  waiting.get(billId)?.settle(outcomeOf(payment))
  waiting.delete(billId)
}

function mayBeAskedAgain({ tools, shown }: Parts, billId: string): void {
  const { state, navigation } = tools
  if (shown?.bill.id !== billId) return
  state.phase = 'choosing'
  if (navigation.state.open) navigation.replace(PayRoute)
}

function follow({ follower }: Parts, payment: Payment): void {
  if (payment.phase === 'asked') void follower.lookUp(payment)
  else if (payment.phase === 'sent' || payment.phase === 'linked') follower.follow(payment)
}

function drop(parts: Parts): void {
  parts.attempt.abort()
  parts.attempt = new AbortController()
  parts.prepared = undefined
  Object.assign(parts.tools.state, {
    ...{ preview: undefined, notice: undefined, error: undefined, explorerUrl: undefined },
  })
}

function backToChoice(parts: Parts): void {
  drop(parts)
  selectFirst(parts)
  parts.tools.state.phase = parts.shown ? 'choosing' : 'idle'
}

/** After a swap that failed or is unclear: reads again what can pay the bill. */
function restart(parts: Parts): void {
  const { navigation } = parts.tools
  backToChoice(parts)
  void loadWays(parts)
  if (navigation.state.entries.at(-1)?.name === PayLoadingRoute.name) navigation.reset(PayRoute)
  if (parts.hasLeft) leave(parts)
}

/**
 * The payment by the bill's own asset, which a swap has brought. The phase stays `swapping` until it is ready, so that nothing
 * else can be paid meanwhile. `short`: the account hasn't enough of it. `refused`: it can't be paid so, by another account above
 * all, or the person has left.
 */
async function prepareAsset(parts: Parts, payer: string): Promise<'ready' | 'short' | 'refused'> {
  const { tools, asked, shown } = parts
  const { state, wallets } = tools
  const { signal } = parts.attempt
  const isCurrent = () => parts.asked === asked && !parts.hasLeft && !signal.aborted
  const read = () => {
    const target = shown && readTarget(tools, shown)
    const isSame = (target && wallets.namespace(target.namespace)?.isSameAddress) ?? Object.is
    return target && isSame(target.address, payer) ? target : undefined
  }
  let isShort = false
  try {
    await loadWays(parts)
    const way = state.ways.list.find(({ kind, pays }) => kind === 'asset' && pays === shown?.bill.asset)
    const target = read()
    isShort = target !== undefined && way?.isEnough === false
    const answer = shown && way && target && isCurrent() && (await check(parts, shown, target, way, signal))
    if (answer && isCurrent() && read()) {
      take(parts, answer)
      Object.assign(state, { target, explorerUrl: undefined, error: undefined })
      return 'ready'
    }
    if (parts.asked === asked) restart(parts)
  } catch (cause) {
    if (parts.asked !== asked) return 'refused'
    restart(parts)
    if (parts.shown) state.error = kernelErrorFrom(cause)
  }
  return isShort ? 'short' : 'refused'
}

/** Of the bill and its alternatives, those that an account can pay, in their order. */
function targetsOf({ tools, asked }: Parts) {
  return asked.flatMap((read) => {
    const target = readTarget(tools, read)
    return target ? [{ read, target }] : []
  })
}

/** Selects which of the bill's assets to pay. */
function select(parts: Parts, read: ReadBill): void {
  const { tools } = parts
  const { bill } = read
  const networkId = read.networkId as NetworkId
  parts.shown = read
  Object.assign(tools.state, {
    bill: ref({ ...bill }),
    networkId,
    networkName: tools.networks.find(networkId)?.name,
    target: readTarget(tools, read),
  })
  parts.showAsked(read)
}

/** The default choice: the first that an account can pay. */
function selectFirst(parts: Parts): void {
  const read = targetsOf(parts)[0]?.read ?? parts.asked[0]
  if (read) select(parts, read)
}

async function loadWays(parts: Parts): Promise<void> {
  const { tools, asked } = parts
  const { state } = tools
  const targets = targetsOf(parts)
  const key = keyOf(targets)
  state.ways = { status: 'loading', list: [] }
  const isCurrent = () => parts.asked === asked && keyOf(targetsOf(parts)) === key
  try {
    const list = await readAllWays(tools, targets)
    if (isCurrent()) state.ways = { status: 'ready', list: ref([...list]) }
  } catch (cause) {
    if (isCurrent()) state.ways = { status: 'error', list: [], error: kernelErrorFrom(cause) }
  }
}

/** Reads again what is on screen, and shows nothing of a failure: what was read before stays. */
async function renewWays(parts: Parts): Promise<void> {
  const { tools, asked } = parts
  const { state } = tools
  const before = state.ways
  const targets = targetsOf(parts)
  if (state.phase !== 'choosing' || before.status !== 'ready' || targets.length === 0) return
  try {
    const list = await readAllWays(tools, targets, true)
    // A choice made meanwhile, or another reading, is newer.
    const isCurrent = parts.asked === asked && state.ways === before && state.phase === 'choosing'
    if (isCurrent) state.ways = { status: 'ready', list: ref([...list]) }
  } catch (cause) {
    tools.log.debug('What can pay the bill could not be read again.', cause)
  }
}

/** Who pays on which network, as text, to compare for changes. */
const keyOf = (targets: ReturnType<typeof targetsOf>): string =>
  JSON.stringify(targets.map(({ target }) => [target.networkId, target.address, target.connectionId]))

async function prepare(parts: Parts, way: PaymentWay): Promise<boolean> {
  const { state } = parts.tools
  const chosen = targetsOf(parts).find(({ read }) => read.bill.asset === way.pays)
  if (!chosen) return false
  const { read, target } = chosen
  drop(parts)
  select(parts, read)
  const { signal } = parts.attempt
  state.phase = 'preparing'
  try {
    const answer = await check(parts, read, target, way, signal)
    if (signal.aborted || parts.shown !== read) return false
    take(parts, answer)
    return true
  } catch (cause) {
    if (signal.aborted) return false
    state.phase = 'choosing'
    selectFirst(parts)
    state.error = kernelErrorFrom(cause)
    return false
  }
}

/** Has the chain check a payment. @throws BaseError `PAY_PAYER_OTHER`, what `checkEnd` throws, and what `preparePayment` throws. */
async function check(
  { tools, swaps, swapFirst }: Parts,
  read: ReadBill,
  target: PayTarget,
  way: PaymentWay,
  signal: AbortSignal,
): Promise<PreparedPayment> {
  const { payer, id } = read.bill
  const isSame = tools.wallets.namespace(target.namespace)?.isSameAddress ?? Object.is
  if (payer !== undefined && !isSame(payer, target.address)) throw payError('PAY_PAYER_OTHER')
  checkEnd(tools, read, swapFirst.hasSwapped(id) ? 'swapped' : 'unpaid', way.balance)
  const answer = await preparePayment(tools, read, target, way, signal)
  const earlier = answer.preview.isSwapFirst ? swaps.find(id) : undefined
  return earlier ? { ...answer, preview: { ...answer.preview, isSecondSwap: true }, earlier } : answer
}

function take(parts: Parts, prepared: PreparedPayment): void {
  const { tools, swapFirst, shown } = parts
  parts.prepared = prepared
  Object.assign(tools.state, { preview: ref(prepared.preview), phase: 'ready' })
  if (shown) swapFirst.tell(shown.bill.id)
}

/** Takes up another account or network, while no wallet is asked. */
function retarget(parts: Parts): void {
  const { tools, asked } = parts
  const { state, navigation } = tools
  const targets = targetsOf(parts)
  const key = keyOf(targets)
  if (asked.length === 0 || !free.includes(state.phase) || key === parts.targets) return
  parts.targets = key
  drop(parts)
  selectFirst(parts)
  state.phase = 'choosing'
  if (targets.length > 0) void loadWays(parts)
  if (navigation.state.entries.at(-1)?.name === PayReviewRoute.name) navigation.backTo(PayRoute)
}

/** Connecting a wallet closes the modal: the bill then comes back with what that wallet holds. */
function closed(parts: Parts, view: string): void {
  const { tools } = parts
  if (isUnderWay(tools)) {
    parts.hasLeft = true
    return
  }
  // The modal was closed on one of our views: the person left.
  const isNew = parts.awaitsWallet && !views.includes(view) && targetsOf(parts).length > 0
  if (!isNew) return leave(parts)
  parts.awaitsWallet = false
  retarget(parts)
  tools.navigation.open(PayRoute)
}

/** Selects the bill to show, without opening a view. */
function begin(parts: Parts, asked: readonly [ReadBill, ...ReadBill[]]): void {
  drop(parts)
  parts.hasLeft = false
  parts.asked = asked
  const targets = targetsOf(parts)
  parts.targets = keyOf(targets)
  parts.awaitsWallet = targets.length === 0
  Object.assign(parts.tools.state, nothing, { phase: 'choosing' })
  selectFirst(parts)
}

function show(parts: Parts, asked: readonly [ReadBill, ...ReadBill[]]): void {
  const { tools, payments } = parts
  const { state, navigation, context } = tools
  begin(parts, asked)
  const [read] = asked
  const { bill } = read
  context.emit(PayOpened, factsOf(read))
  const known = payments.find(bill.id)
  if (known && known.phase !== 'failed') {
    const exchange = context.list(Exchange).find(({ id }) => id === known.exchange)
    state.exchange = exchange && { id: exchange.id, name: exchange.name }
    select(parts, asked.find((one) => isOf(known, one)) ?? read)
    // An unanswered request is looked for on the chain before anything is said of it.
    state.phase = known.phase === 'asked' ? 'undecided' : 'pending'
    follow(parts, known)
    navigation.open(PayLoadingRoute)
    return
  }
  const swap = parts.swaps.find(bill.id)
  select(parts, asked.find((one) => one.bill.asset === swap?.asset) ?? parts.shown ?? read)
  if (parts.swapFirst.resume(bill.id)) {
    navigation.open(PayLoadingRoute)
    return
  }
  parts.swapFirst.tell(bill.id)
  if (state.target) void loadWays(parts)
  navigation.open(PayRoute)
}

/** The bill, and its alternatives on networks that the app lists. */
function readAsked({ tools, payments, waiting }: Parts, bill: Bill): readonly [ReadBill, ...ReadBill[]] {
  const { networks, wallets } = tools
  const answer = readBills(bill)
  if ('problem' in answer) throw payError('PAY_BILL_INVALID', { metaMessages: [answer.problem] })
  const listed = answer.filter(({ networkId }) => networks.find(networkId as NetworkId))
  const [first, ...others] = listed
  if (!first) throw networkNotFound(answer[0].networkId as NetworkId)
  for (const { networkId, bill: one } of listed) {
    const id = networkId as NetworkId
    if (!wallets.namespace(id)?.isAddress(one.receiver, id)) throw payError('PAY_RECEIVER_INVALID')
  }
  const known = payments.find(first.bill.id)
  const running = waiting.get(first.bill.id)?.asked
  const isSame = !running || sumsOf(running) === sumsOf(listed)
  if (!isSame || (known && !listed.some((one) => isOf(known, one)))) throw payError('PAY_BILL_CHANGED')
  return [first, ...others]
}

const sumsOf = (reads: readonly ReadBill[]): string =>
  JSON.stringify(reads.map(({ bill, units }) => [bill.asset, `${units}`, bill.receiver]))

async function pay(
  parts: Parts,
  given: Bill | string,
  { id: wanted }: { readonly id?: string } = {},
): Promise<PaymentOutcome> {
  const { tools, payments, waiting, swaps } = parts
  const { state, navigation } = tools
  const bill = typeof given === 'string' ? await readLink(tools, given, wanted) : given
  const asked = readAsked(parts, bill)
  const { id } = asked[0].bill
  const known = payments.find(id)
  if (known?.phase === 'paid' || known?.phase === 'reported') return outcomeOf(known)
  const already = waiting.get(id)
  if (already) {
    parts.hasLeft = false
    const route = free.includes(state.phase) ? PayRoute : PayLoadingRoute
    if (!navigation.state.open && parts.shown?.bill.id === id) navigation.open(route)
    return already.outcome
  }
  if (isBusy(parts)) throw payError('PAY_BUSY')
  // What became of a swap is told even when the bill can't be paid any more.
  if (!known && !swaps.find(id) && isEnded(tools, asked[0])) throw payError('PAY_BILL_ENDED')
  leave(parts)
  const { promise, resolve } = deferred<PaymentOutcome>()
  waiting.set(id, { asked, outcome: promise, settle: resolve })
  show(parts, asked)
  return promise
}

/** The person left, or another bill came: what was only looked at is cancelled. */
function leave(parts: Parts): void {
  const { tools, shown, waiting } = parts
  if (!shown || !free.includes(tools.state.phase)) return
  const { bill, networkId } = shown
  const billId = bill.id
  waiting.get(billId)?.settle({ billId, status: 'cancelled', networkId: networkId as NetworkId })
  waiting.delete(billId)
  drop(parts)
  parts.shown = undefined
  parts.asked = []
  Object.assign(tools.state, nothing)
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
