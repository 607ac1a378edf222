import {
  createPhases,
  createTransactionFlow,
  createUnansweredTransfers,
  followHeld,
} from '@latchkey/kernel/transaction'
import { ModalClosed } from '@latchkey/kernel/wallet'
import type { NetworkId, PluginContext } from '@latchkey/kernel/plugin'
import type { Bill } from '../bill/Bill.js'
import { nothing, type WritableState } from '../createState.js'
import { Exchange } from '../Exchange.js'
import { PayOpened } from '../events.js'
import type { PayController, PaymentOutcome, PayPhase } from '../Payer.js'
import { PayLoadingRoute, PayReviewRoute, PayRoute } from '../routes.js'
import { isEnded } from './billTime.js'
import { createFollower, type Follower, outcomeOf } from './createFollower.js'
import { createOutcomes, type Outcomes } from './createOutcomes.js'
import { createPayController } from './createPayController.js'
import { createPreparation, type Preparation } from './createPreparation.js'
import { type AskedBills, createShownBill, type ShownBill } from './createShownBill.js'
import { createSwapFirst, type SwapFirst } from './createSwapFirst.js'
import { createWays, type Ways } from './createWays.js'
import { payError } from './payErrors.js'
import { factsOf, type PayerTools } from './PayerTools.js'
import { createPayments, isOf, type Payment, type Payments } from './payments.js'
import { isFree, isUnderWay, payPhases } from './payPhases.js'
import { readAsked } from './readAsked.js'
import { readLink } from './readLink.js'
import { createSwaps, type Swaps } from './swaps.js'

export interface StartedPayer {
  readonly controller: PayController
  pay(bill: Bill | string, options?: { readonly id?: string }): Promise<PaymentOutcome>
  dispose(): void
}

/** How the person came to the bill on screen. */
interface Visit {
  /** The accounts that could pay when the ways were last read. */
  targets: string
  /** The person closed the modal while a wallet was asked or a swap was under way: nothing opens on its own afterwards. */
  hasLeft: boolean
  /** The bill was shown when no wallet could pay it, and nothing was chosen since. */
  awaitsWallet: boolean
}

/** The parts of paying. Each knows the others only by what is handed on here. */
export interface PayerParts {
  readonly tools: PayerTools
  readonly payments: Payments
  readonly swaps: Swaps
  readonly shown: ShownBill
  readonly ways: Ways
  readonly outcomes: Outcomes
  readonly preparation: Preparation
  readonly follower: Follower
  readonly swapFirst: SwapFirst
  readonly visit: Visit
  /** A wallet is asked, or an exchange for its page: what is shown then must not make way for something else. */
  isBusy(): boolean
  /** Asks an exchange for its page: another question meanwhile would be a second order there. @throws BaseError `PAY_BUSY` */
  link(ask: () => Promise<void>): Promise<void>
  /** Reads a bill. @throws as `readAsked` */
  readAsked(bill: Bill): AskedBills
  /** Selects the bill to show, without opening a view. */
  begin(asked: AskedBills): void
  /** The person left, or another bill came: what was only looked at is cancelled. */
  leave(): void
}

/** Puts the parts together. One bill is shown at a time; any number may be followed. */
export function startPayer(
  context: PluginContext,
  state: WritableState,
  deps: Omit<PayerTools, 'state' | 'context' | 'flow' | 'phases' | 'unanswered'>,
): StartedPayer {
  const phases = createPhases<PayPhase>({ state, words: payPhases, log: deps.log })
  const unanswered = createUnansweredTransfers(deps.storage, deps.clock)
  const flow = createTransactionFlow(deps)
  const tools: PayerTools = { ...deps, state, context, phases, flow, unanswered }
  const parts = createParts(tools)
  const views = [PayRoute.name, PayReviewRoute.name, PayLoadingRoute.name]
  const stops = [
    followHeld(tools, { state, views: [PayRoute.name], changed: () => void parts.ways.renew() }),
    tools.wallets.subscribe(() => retarget(parts)),
    context.on(ModalClosed, ({ view }) => closed(parts, views.includes(view))),
  ]
  for (const payment of parts.payments.list()) follow(parts, payment)
  return {
    controller: createPayController(parts),
    pay: (bill, options) => pay(parts, bill, options),
    dispose() {
      for (const stop of stops) stop()
      parts.preparation.drop()
    },
  }
}

function createParts(tools: PayerTools): PayerParts {
  const { state } = tools
  const payments = createPayments(tools.storage)
  const swaps = createSwaps(tools.storage)
  const shown = createShownBill(tools)
  const ways = createWays(tools, shown)
  const outcomes = createOutcomes(tools, shown, swaps)
  const visit: Visit = { targets: '', hasLeft: false, awaitsWallet: false }
  const preparation: Preparation = createPreparation({
    ...{ tools, shown, ways, swaps },
    swapFirst: () => parts.swapFirst,
    hasLeft: () => visit.hasLeft,
    leave: () => parts.leave(),
  })
  let isLinking = false
  const parts: PayerParts = {
    ...{ tools, payments, swaps, shown, ways, outcomes, preparation, visit },
    swapFirst: createSwapFirst({ tools, swaps, shown, ways, preparation }),
    follower: createFollower({
      ...{ tools, payments },
      changed(billId, known, reason) {
        if (known) return outcomes.changed(known, reason)
        outcomes.mayBeAskedAgain(billId)
        // A payment is shown without them.
        if (shown.isShown(billId)) void ways.load()
      },
    }),
    isBusy: () => isLinking || isUnderWay(state),
    async link(ask) {
      if (isLinking) throw payError('PAY_BUSY')
      isLinking = true
      try {
        await ask()
      } finally {
        isLinking = false
      }
    },
    readAsked: (bill) =>
      readAsked(tools, bill, {
        running: (billId) => outcomes.awaited(billId)?.asked,
        known: payments.find,
      }),
    begin: (asked) => begin(parts, asked),
    leave: () => leave(parts),
  }
  return parts
}

function follow({ follower }: PayerParts, payment: Payment): void {
  if (payment.phase === 'asked') void follower.lookUp(payment)
  else if (payment.phase === 'sent' || payment.phase === 'linked') follower.follow(payment)
}

/** Takes up another account or network, while no wallet is asked. */
function retarget({ tools, shown, preparation, visit, ways }: PayerParts): void {
  const { state, navigation, phases } = tools
  const key = shown.key()
  if (shown.asked.length === 0 || !isFree(state) || key === visit.targets) return
  visit.targets = key
  preparation.drop()
  shown.selectFirst()
  phases.to('editing')
  if (shown.targets().length > 0) void ways.load()
  if (navigation.state.entries.at(-1)?.name === PayReviewRoute.name) navigation.backTo(PayRoute)
}

/** Connecting a wallet closes the modal: the bill then comes back with what that wallet holds. */
function closed(parts: PayerParts, isOwnView: boolean): void {
  const { tools, shown, visit } = parts
  if (isUnderWay(tools.state)) {
    visit.hasLeft = true
    return
  }
  // The modal was closed on one of our views: the person left.
  const isNew = visit.awaitsWallet && !isOwnView && shown.targets().length > 0
  if (!isNew) return leave(parts)
  visit.awaitsWallet = false
  retarget(parts)
  tools.navigation.open(PayRoute)
}

function begin({ tools, shown, preparation, visit }: PayerParts, asked: AskedBills): void {
  preparation.drop()
  visit.hasLeft = false
  shown.put(asked)
  visit.targets = shown.key()
  visit.awaitsWallet = shown.targets().length === 0
  Object.assign(tools.state, nothing)
  tools.phases.to('editing')
  shown.selectFirst()
}

function show(parts: PayerParts, asked: AskedBills): void {
  const { tools, payments, shown, swapFirst, ways } = parts
  const { state, navigation, context, phases } = tools
  begin(parts, asked)
  const [read] = asked
  const { id } = read.bill
  context.emit(PayOpened, factsOf(read))
  const known = payments.find(id)
  if (known && known.phase !== 'failed') {
    const exchange = context.list(Exchange).find((one) => one.id === known.exchange)
    state.exchange = exchange && { id: exchange.id, name: exchange.name }
    shown.select(asked.find((one) => isOf(known, one)) ?? read)
    // An unanswered request is looked for on the chain before anything is said of it.
    phases.to(known.phase === 'asked' ? 'undecided' : 'pending')
    follow(parts, known)
    navigation.open(PayLoadingRoute)
    return
  }
  const swap = parts.swaps.find(id)
  shown.select(asked.find((one) => one.bill.asset === swap?.asset) ?? shown.read ?? read)
  if (swapFirst.resume(id)) {
    navigation.open(PayLoadingRoute)
    return
  }
  swapFirst.tell(id)
  if (state.target) void ways.load()
  navigation.open(PayRoute)
}

async function pay(
  parts: PayerParts,
  given: Bill | string,
  { id: wanted }: { readonly id?: string } = {},
): Promise<PaymentOutcome> {
  const { tools, payments, swaps, outcomes, shown, visit } = parts
  const { state, navigation } = tools
  const bill = typeof given === 'string' ? await readLink(tools, given, wanted) : given
  const asked = parts.readAsked(bill)
  const { id } = asked[0].bill
  const known = payments.find(id)
  if (known?.phase === 'paid' || known?.phase === 'reported') return outcomeOf(known)
  const already = outcomes.awaited(id)
  if (already) {
    visit.hasLeft = false
    const route = isFree(state) ? PayRoute : PayLoadingRoute
    if (!navigation.state.open && shown.isShown(id)) navigation.open(route)
    return already.outcome
  }
  if (parts.isBusy()) throw payError('PAY_BUSY')
  // What became of a swap is told even when the bill can't be paid any more.
  if (!known && !swaps.find(id) && isEnded(tools, asked[0])) throw payError('PAY_BILL_ENDED')
  leave(parts)
  const outcome = outcomes.wait(id, asked)
  show(parts, asked)
  return outcome
}

function leave({ tools, shown, outcomes, preparation }: PayerParts): void {
  const { read } = shown
  if (!read || !isFree(tools.state)) return
  outcomes.cancel(read.bill.id, read.networkId as NetworkId)
  preparation.drop()
  shown.put([])
  Object.assign(tools.state, nothing)
  tools.phases.to('editing', 'idle')
}
