import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { ref } from 'valtio/vanilla'
import type { ReadBill } from '../bill/readBill.js'
import type { PaymentWay, PayTarget } from '../Payer.js'
import { PayLoadingRoute, PayRoute } from '../routes.js'
import { checkEnd } from './billTime.js'
import type { ShownBill } from './createShownBill.js'
import type { SwapFirst } from './createSwapFirst.js'
import type { Ways } from './createWays.js'
import { payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'
import { type PreparedPayment, preparePayment } from './preparePayment.js'
import { readTarget } from './readTarget.js'
import type { Swaps } from './swaps.js'

/** Has the chain check payments of the bill on screen, one at a time. */
export interface Preparation {
  /** Of the preview. */
  readonly prepared: PreparedPayment | undefined
  /** Checks a payment by a way. False when it can't be paid so; `state.error` says why. */
  prepare(way: PaymentWay): Promise<boolean>
  /** The same once more. `undefined` when that failed. */
  renew(): Promise<PreparedPayment | undefined>
  /**
   * Checks the payment by the bill's own asset, which a swap has brought. The phase stays `swapping` until it is ready, so that
   * nothing else can be paid meanwhile. `short`: the account hasn't enough of it. `refused`: it can't be paid so, by another
   * account above all, or the person has left.
   */
  prepareAsset(payer: string): Promise<'ready' | 'short' | 'refused'>
  /** Drops what was prepared, and what is under way. */
  drop(): void
  backToChoice(): void
  /** After a swap that failed or is unclear: reads again what can pay the bill. */
  restart(): void
}

export interface PreparationOptions {
  readonly tools: PayerTools
  readonly shown: ShownBill
  readonly ways: Ways
  readonly swaps: Swaps
  readonly swapFirst: () => SwapFirst
  /** Whether the person closed the modal meanwhile: nothing opens on its own then. */
  hasLeft(): boolean
  /** The person had left, and nothing is under way any more. */
  leave(): void
}

interface Attempts {
  /** Ends what is under way. */
  current: AbortController
  prepared: PreparedPayment | undefined
}

export function createPreparation(options: PreparationOptions): Preparation {
  const { tools, shown, ways } = options
  const { state, navigation, phases } = tools
  const attempts: Attempts = { current: new AbortController(), prepared: undefined }
  const preparation: Preparation = {
    get prepared() {
      return attempts.prepared
    },
    prepare: (way) => prepare(options, preparation, attempts, way),
    async renew() {
      const { prepared } = attempts
      const isReady = prepared && (await preparation.prepare(prepared.preview.way))
      return isReady ? attempts.prepared : undefined
    },
    prepareAsset: (payer) => prepareAsset(options, preparation, attempts, payer),
    drop() {
      attempts.current.abort()
      attempts.current = new AbortController()
      attempts.prepared = undefined
      Object.assign(state, {
        ...{ preview: undefined, notice: undefined, error: undefined, explorerUrl: undefined },
      })
    },
    backToChoice() {
      preparation.drop()
      shown.selectFirst()
      phases.to('editing', shown.read ? 'choosing' : 'idle')
    },
    restart() {
      preparation.backToChoice()
      void ways.load()
      if (navigation.state.entries.at(-1)?.name === PayLoadingRoute.name) navigation.reset(PayRoute)
      if (options.hasLeft()) options.leave()
    },
  }
  return preparation
}

/** @returns Whether it may be confirmed: a payment of the same bill may have come to light while this one was checked. */
function take(
  { tools, shown, swapFirst }: PreparationOptions,
  attempts: Attempts,
  prepared: PreparedPayment,
): boolean {
  if (!tools.phases.to('ready')) return false
  attempts.prepared = prepared
  tools.state.preview = ref(prepared.preview)
  if (shown.read) swapFirst().tell(shown.read.bill.id)
  return true
}

async function prepare(
  options: PreparationOptions,
  preparation: Preparation,
  attempts: Attempts,
  way: PaymentWay,
): Promise<boolean> {
  const { tools, shown } = options
  const { state, phases } = tools
  const chosen = shown.targets().find(({ read }) => read.bill.asset === way.pays)
  if (!chosen) return false
  const { read, target } = chosen
  preparation.drop()
  shown.select(read)
  const { signal } = attempts.current
  phases.to('preparing')
  try {
    const answer = await check(options, read, target, way, signal)
    if (signal.aborted || shown.read !== read) return false
    return take(options, attempts, answer)
  } catch (cause) {
    if (signal.aborted || phases.current !== 'preparing') return false
    phases.to('editing')
    shown.selectFirst()
    state.error = kernelErrorFrom(cause)
    return false
  }
}

async function prepareAsset(
  options: PreparationOptions,
  preparation: Preparation,
  attempts: Attempts,
  payer: string,
): ReturnType<Preparation['prepareAsset']> {
  const { tools, shown, ways, hasLeft } = options
  const { state } = tools
  const { asked, read } = shown
  const { signal } = attempts.current
  const isCurrent = () => shown.asked === asked && !hasLeft() && !signal.aborted
  const targetNow = () => (read ? targetOf(tools, read, payer) : undefined)
  let isShort = false
  try {
    await ways.load()
    const way = state.ways.list.find(({ kind, pays }) => kind === 'asset' && pays === read?.bill.asset)
    const target = targetNow()
    isShort = target !== undefined && way?.isEnough === false
    const answer = read && way && target && isCurrent() && (await check(options, read, target, way, signal))
    if (answer && isCurrent() && targetNow()) {
      if (!take(options, attempts, answer)) return 'refused'
      Object.assign(state, { target, explorerUrl: undefined, error: undefined })
      return 'ready'
    }
    if (shown.asked === asked) preparation.restart()
  } catch (cause) {
    if (shown.asked !== asked) return 'refused'
    preparation.restart()
    if (shown.read) state.error = kernelErrorFrom(cause)
  }
  return isShort ? 'short' : 'refused'
}

/** The active account of the bill's network, while it is the payer. */
function targetOf(tools: PayerTools, read: ReadBill, payer: string): PayTarget | undefined {
  const target = readTarget(tools, read)
  const isSame = (target && tools.wallets.namespace(target.namespace)?.isSameAddress) ?? Object.is
  return target && isSame(target.address, payer) ? target : undefined
}

/** Has the chain check a payment. @throws BaseError `PAY_PAYER_OTHER`, what `checkEnd` throws, and what `preparePayment` throws. */
async function check(
  { tools, swaps, swapFirst }: PreparationOptions,
  read: ReadBill,
  target: PayTarget,
  way: PaymentWay,
  signal: AbortSignal,
): Promise<PreparedPayment> {
  const { payer, id } = read.bill
  const isSame = tools.wallets.namespace(target.namespace)?.isSameAddress ?? Object.is
  if (payer !== undefined && !isSame(payer, target.address)) throw payError('PAY_PAYER_OTHER')
  checkEnd(tools, read, swapFirst().hasSwapped(id) ? 'swapped' : 'unpaid', way.balance)
  const answer = await preparePayment(tools, read, target, way, signal)
  const earlier = answer.preview.isSwapFirst ? swaps.find(id) : undefined
  return earlier ? { ...answer, preview: { ...answer.preview, isSecondSwap: true }, earlier } : answer
}
