import {
  kernelErrorFrom,
  ModalClosed,
  type NetworkId,
  networkNotFound,
  type PluginContext,
  type Words,
} from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import type { Bill } from '../bill/Bill.js'
import { type ReadBill, readBill } from '../bill/readBill.js'
import { nothing, type WritableState } from '../createState.js'
import { Exchange } from '../Exchange.js'
import { PayOpened } from '../events.js'
import type { PayController, PaymentOutcome, PaymentWay, PayTarget } from '../Payer.js'
import { PayLoadingRoute, PayReviewRoute, PayRoute } from '../routes.js'
import { createConfirmation } from './createConfirmation.js'
import { createFollower, explorerUrl, type Follower, outcomeOf } from './createFollower.js'
import { payByExchange } from './payByExchange.js'
import { payError } from './payErrors.js'
import { factsOf, type PayerTools } from './PayerTools.js'
import { createPayments, isOf, type Payment, type Payments } from './payments.js'
import { type PreparedPayment, preparePayment } from './preparePayment.js'
import { readLink } from './readLink.js'
import { readTarget } from './readTarget.js'
import { readWays } from './readWays.js'

export interface StartedPayer {
  readonly controller: PayController
  pay(bill: Bill | string, options?: { readonly id?: string }): Promise<PaymentOutcome>
  dispose(): void
}

interface Waiting {
  readonly read: ReadBill
  readonly outcome: Promise<PaymentOutcome>
  settle(outcome: PaymentOutcome): void
}

const free: readonly string[] = ['choosing', 'preparing', 'ready']

/** What is under way in this page. */
interface Parts {
  readonly tools: PayerTools
  readonly payments: Payments
  readonly waiting: Map<string, Waiting>
  shown: ReadBill | undefined
  prepared: PreparedPayment | undefined
  attempt: AbortController
  readonly follower: Follower
}

/** Puts the parts together. One bill is shown at a time; any number may be followed. */
export function startPayer(
  context: PluginContext,
  state: WritableState,
  deps: Omit<PayerTools, 'state' | 'context'>,
): StartedPayer {
  const tools: PayerTools = { ...deps, state, context }
  const payments = createPayments(tools.storage)
  const parts: Parts = {
    ...{ tools, payments, waiting: new Map(), shown: undefined, prepared: undefined },
    attempt: new AbortController(),
    follower: createFollower({
      ...{ tools, payments },
      changed: (billId, known, reason) =>
        known ? changed(parts, known, reason) : mayBeAskedAgain(parts, billId),
    }),
  }
  const stops = [tools.wallets.subscribe(() => retarget(parts)), context.on(ModalClosed, () => closed(parts))]
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
  const { tools, payments, follower } = parts
  const { state, navigation } = tools
  const show = (payment: Payment) => changed(parts, payment)
  const confirmation = createConfirmation({
    ...{ tools, payments, follower, show },
    current: () => parts.shown && { read: parts.shown, prepared: parts.prepared },
    renew: async () =>
      parts.prepared && (await prepare(parts, parts.prepared.preview.way)) ? parts.prepared : undefined,
  })
  return {
    async choose(way) {
      const isReady = await prepare(parts, way)
      if (isReady && navigation.state.entries.at(-1)?.name === PayRoute.name) navigation.push(PayReviewRoute)
      return isReady
    },
    confirm: (onScreen) => confirmation.confirm(onScreen),
    async payByExchange(exchange) {
      if (!parts.shown || !free.includes(state.phase)) throw payError('PAY_NOT_PREPARED')
      await payByExchange({ tools, payments, follower, show }, parts.shown, exchange)
    },
    async lookUp() {
      const known = parts.shown && payments.find(parts.shown.bill.id)
      if (known) await follower.lookUp(known)
    },
    forgetRequest: () => confirmation.forget(),
    back() {
      if (!free.includes(state.phase)) return
      drop(parts)
      state.phase = parts.shown ? 'choosing' : 'idle'
    },
  }
}

/** Shows what is known of a payment, and tells the host how it ended. */
function changed({ tools, waiting, shown }: Parts, payment: Payment, reason?: Words): void {
  const { state } = tools
  const { phase, billId } = payment
  const isUnderWay = phase === 'sent' || phase === 'linked'
  if (shown?.bill.id === billId) {
    state.phase = phase === 'asked' ? 'undecided' : isUnderWay ? 'pending' : phase
    state.transaction = payment.transaction
    state.explorerUrl = explorerUrl(tools, payment)
    state.reason = reason
    state.preview = undefined
  }
  if (isUnderWay) return
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
  Object.assign(parts.tools.state, { preview: undefined, notice: undefined, error: undefined })
}

async function loadWays(parts: Parts, read: ReadBill, target: PayTarget): Promise<void> {
  const { tools } = parts
  const { state } = tools
  state.ways = { status: 'loading', list: [] }
  try {
    const list = await readWays(tools, read, target)
    const isCurrent = parts.shown === read && state.target?.address === target.address
    if (isCurrent) state.ways = { status: 'ready', list: ref([...list]) }
  } catch (cause) {
    if (parts.shown === read) state.ways = { status: 'error', list: [], error: kernelErrorFrom(cause) }
  }
}

async function prepare(parts: Parts, way: PaymentWay): Promise<boolean> {
  const { tools, shown: read } = parts
  const { state, wallets } = tools
  const { target } = state
  if (!read || !target) return false
  drop(parts)
  const { signal } = parts.attempt
  state.phase = 'preparing'
  try {
    const { payer } = read.bill
    const isSame = wallets.namespace(target.namespace)?.isSameAddress ?? Object.is
    if (payer !== undefined && !isSame(payer, target.address)) throw payError('PAY_PAYER_OTHER')
    const answer = await preparePayment(tools, read, target, way, signal)
    if (signal.aborted || parts.shown !== read) return false
    parts.prepared = answer
    state.preview = ref(answer.preview)
    state.phase = 'ready'
    return true
  } catch (cause) {
    if (signal.aborted) return false
    state.phase = 'choosing'
    state.error = kernelErrorFrom(cause)
    return false
  }
}

/** Takes up another account or network, while no wallet is asked. */
function retarget(parts: Parts): void {
  const { tools, shown } = parts
  const { state, navigation } = tools
  if (!shown || !free.includes(state.phase)) return
  const next = readTarget(tools, shown)
  const { target } = state
  if (next?.address === target?.address && next?.connectionId === target?.connectionId) return
  drop(parts)
  state.phase = 'choosing'
  state.target = next
  if (next) void loadWays(parts, shown, next)
  if (navigation.state.entries.at(-1)?.name === PayReviewRoute.name) navigation.backTo(PayRoute)
}

/** Connecting a wallet closes the modal: the bill then comes back with what that wallet holds. */
function closed(parts: Parts): void {
  const { tools, shown } = parts
  const { state, navigation } = tools
  const isNew = shown && state.phase === 'choosing' && !state.target && readTarget(tools, shown)
  if (!isNew) return leave(parts)
  retarget(parts)
  navigation.open(PayRoute)
}

function show(parts: Parts, read: ReadBill): void {
  const { tools, payments } = parts
  const { state, networks, navigation, context } = tools
  drop(parts)
  parts.shown = read
  const { bill, units } = read
  const networkId = read.networkId as NetworkId
  const target = readTarget(tools, read)
  const amount = { value: units, decimals: bill.decimals, symbol: bill.symbol }
  const networkName = networks.find(networkId)?.name
  Object.assign(state, nothing, {
    phase: 'choosing',
    bill: ref({ ...bill }),
    amount,
    networkId,
    networkName,
    target,
  })
  context.emit(PayOpened, factsOf(read))
  const known = payments.find(bill.id)
  if (known && known.phase !== 'failed') {
    const exchange = context.list(Exchange).find(({ id }) => id === known.exchange)
    state.exchange = exchange && { id: exchange.id, name: exchange.name }
    // An unanswered request is looked for on the chain before anything is said of it.
    state.phase = known.phase === 'asked' ? 'undecided' : 'pending'
    follow(parts, known)
    navigation.open(PayLoadingRoute)
    return
  }
  if (target) void loadWays(parts, read, target)
  navigation.open(PayRoute)
}

function readAsked({ tools, payments, waiting }: Parts, bill: Bill): ReadBill {
  const { networks, wallets } = tools
  const answer = readBill(bill)
  if ('problem' in answer) throw payError('PAY_BILL_INVALID', { metaMessages: [answer.problem] })
  const networkId = answer.networkId as NetworkId
  if (!networks.find(networkId)) throw networkNotFound(networkId)
  const { id, receiver, asset } = answer.bill
  if (!wallets.namespace(networkId)?.isAddress(receiver, networkId)) throw payError('PAY_RECEIVER_INVALID')
  const known = payments.find(id)
  const running = waiting.get(id)?.read
  const isSame =
    !running ||
    (running.units === answer.units && running.bill.receiver === receiver && running.bill.asset === asset)
  if (!isSame || (known && !isOf(known, answer))) throw payError('PAY_BILL_CHANGED')
  return answer
}

async function pay(
  parts: Parts,
  given: Bill | string,
  { id: wanted }: { readonly id?: string } = {},
): Promise<PaymentOutcome> {
  const { tools, payments, waiting } = parts
  const { state, navigation, clock } = tools
  const bill = typeof given === 'string' ? await readLink(tools, given, wanted ?? crypto.randomUUID()) : given
  const asked = readAsked(parts, bill)
  const { id, expiresAt } = asked.bill
  const known = payments.find(id)
  if (known?.phase === 'paid' || known?.phase === 'reported') return outcomeOf(known)
  const already = waiting.get(id)
  if (already) {
    const route = free.includes(state.phase) ? PayRoute : PayLoadingRoute
    if (!navigation.state.open && parts.shown?.bill.id === id) navigation.open(route)
    return already.outcome
  }
  if (state.phase === 'asking') throw payError('PAY_BUSY')
  if (!known && expiresAt !== undefined && expiresAt < clock.now()) throw payError('PAY_BILL_ENDED')
  leave(parts)
  const { promise, resolve } = deferred<PaymentOutcome>()
  waiting.set(id, { read: asked, outcome: promise, settle: resolve })
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
  Object.assign(tools.state, nothing)
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
