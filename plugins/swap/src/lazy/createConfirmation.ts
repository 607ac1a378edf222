import {
  decisionWords,
  errorWords,
  isUserRejection,
  type PreparedCalls,
  type SubmittedCalls,
  submitCalls,
  toDecimal,
  type TransactionRecord,
  type Words,
} from '@latchkey/kernel/plugin'
import {
  SwapApprovalFailed,
  type SwapFacts,
  SwapFailed,
  SwapInitiated,
  SwapRejected,
  SwapSucceeded,
} from '../events.js'
import { SwapPreviewRoute, SwapProgressRoute, SwapRoute, SwapSelectTokenRoute } from '../routes.js'
import type { OpenAllowance, SwapPreview, SwapTarget, SwapTransaction } from '../Swapper.js'
import { swapError } from '../swapErrors.js'
import { toastWords } from '../toastWords.js'
import { type Current, type Previewer, toError } from './createPreviewer.js'
import { linkTo } from './linkTo.js'
import { capabilityOf, prepareApprovals, prepareCalls, requestOf } from './prepareSwap.js'
import { type SwapperTools, walletOf } from './SwapperTools.js'

const ownViews: readonly string[] = [
  SwapRoute,
  SwapSelectTokenRoute,
  SwapPreviewRoute,
  SwapProgressRoute,
].map(({ name }) => name)

/** The part of the agreed slippage that a price may move by before the person is asked again: a tenth. */
const negligible = 10n

export interface Confirmation {
  confirm(shown?: SwapPreview): Promise<void>
  revoke(): Promise<void>
  forget(): void
}

export interface ConfirmationOptions {
  readonly tools: SwapperTools
  readonly previewer: Previewer
  /** The chain has decided: balances have changed. */
  settled(target: SwapTarget): void
  /** The wallet has answered: a change of account or network can be taken up. */
  answered(): void
}

/** Asks the wallet once for each press, and follows what it sent until the chain has decided. */
export function createConfirmation({
  tools,
  previewer,
  settled,
  answered,
}: ConfirmationOptions): Confirmation {
  const { state, context, navigation, notifications, log } = tools
  let running: Promise<void> | undefined
  /** The request whose answer is shown. */
  let shownRequest: symbol | undefined
  /** Whose allowance is open, and how it is taken back. */
  let open: { readonly target: SwapTarget; readonly revoke: readonly unknown[] } | undefined

  async function ask(pressed: SwapPreview | undefined): Promise<void> {
    const held = previewer.current()
    if (state.phase !== 'ready' || !held || !state.preview) throw swapError('SWAP_NOT_PREPARED')
    const onScreen = pressed ?? state.preview
    if (isWorse(onScreen, held.preview.quote)) {
      state.notice = 'priceMoved'
      return
    }
    previewer.pause()
    state.isRefreshing = true
    try {
      const fresh = await previewer.requote()
      if (!fresh || isMoved(onScreen, fresh.quote)) return await askAgain()
    } catch (cause) {
      state.error = toError(cause)
      previewer.keepFresh()
      return
    } finally {
      state.isRefreshing = false
    }
    if (previewer.current() !== held || state.phase !== 'ready') return
    if (held.approval === 'transaction') await approve(held)
    else if (held.approval === 'signature') await sign(held)
    else await swap(held, held.prepared)
  }

  /** Shows what it is now, and leaves the wallet closed. */
  async function askAgain(): Promise<void> {
    if (await previewer.prepare()) state.notice = 'priceMoved'
    else leavePreview()
  }

  async function sign(held: Current): Promise<void> {
    const { ground, offer } = held
    const signal = context.signal
    await ofWallet('approving', held, async (isShown) => {
      const wallet = walletOf(tools, ground.target)
      const request = { ...requestOf({ ...ground, signal }, offer), wallet }
      const signed = await offer.quotes.sign?.(request)
      if (!signed || signed.approvals.length > 0) throw swapError('SWAP_CALLS_REFUSED')
      const prepared = await prepareCalls(tools, { ...ground, signal }, offer, signed.swap)
      if (!isShown()) return
      state.phase = 'signing'
      await submit(held, prepared, isShown)
    })
  }

  /** Activity and balances are told of what the wallet makes of it. */
  const give = (held: Current, prepared: PreparedCalls, operation: 'trade' | 'approve') => {
    const wallet = walletOf(tools, held.ground.target)
    const record = (id: string) => recordOf(id, held, operation)
    return submitCalls(prepared, { events: context, clock: tools.clock, wallet, record })
  }

  const swap = (held: Current, prepared: PreparedCalls) =>
    ofWallet('signing', held, (isShown) => submit(held, prepared, isShown))

  async function approve(held: Current): Promise<void> {
    const { ground, offer, plan } = held
    const { target, sell } = ground
    await ofWallet('approving', held, async (isShown) => {
      const prepared = await prepareApprovals(tools, { ...ground, signal: context.signal }, held)
      const submitted = await give(held, prepared, 'approve')
      const { allowance } = offer.quote
      if (allowance) {
        open = { target, revoke: plan.revoke }
        state.openAllowance = { token: sell, spender: allowance.spender, amount: allowance.needed }
      }
      if (isShown()) state.transaction = transactionOf('approval', submitted.id, held)
      const decision = await submitted.wait(context.signal)
      if (decision.status !== 'confirmed' || decision.outcome === 'different') {
        if (decision.outcome === undefined) closeAllowance()
        throw swapError('SWAP_APPROVAL_FAILED', { metaMessages: [decision.reason ?? ''].filter(Boolean) })
      }
      if (!isShown()) return
      state.transaction = undefined
      // Time has passed: what is signed next is quoted now.
      state.phase = 'ready'
      if (await previewer.prepare()) state.notice = 'approved'
      leaveProgress()
    })
  }

  const phaseNow = (): string => state.phase

  function closeAllowance(): void {
    open = undefined
    state.openAllowance = undefined
  }

  /** What is the same for everything that opens the wallet: the view, what is told, and a wallet that says no. */
  async function ofWallet(
    phase: 'approving' | 'signing',
    held: Current,
    run: (isShown: () => boolean) => Promise<void>,
  ): Promise<void> {
    const own = Symbol()
    shownRequest = own
    const isShown = () => shownRequest === own
    const facts = factsOf(held)
    state.phase = phase
    state.error = undefined
    state.notice = undefined
    context.emit(SwapInitiated, facts)
    const approval = navigation.requestApproval(
      navigation.draws(SwapProgressRoute.name) ? { view: SwapProgressRoute } : {},
    )
    try {
      await run(isShown)
      approval.settle('success')
      if (isShown() && phaseNow() !== 'ready') showProgress()
    } catch (cause) {
      tell(cause, phase, facts)
      if (isShown()) {
        // What was given to the wallet and not declined may have been sent: nothing leads back to a button then.
        if (cause instanceof LostAnswer) {
          approval.settle('error', cause.cause)
          state.phase = 'undecided'
          state.transaction = {
            ...transactionOf('swap', undefined, held),
            reason: errorWords(toError(cause.cause)),
          }
          previewer.drop()
          state.phase = 'undecided'
          showProgress()
        } else {
          decline(cause, state.phase === 'approving' ? 'approvalDeclined' : 'declined')
          approval.settle(isUserRejection(cause) ? 'cancel' : 'error', cause)
          leaveProgress()
        }
      } else approval.settle('error', cause)
    }
    if (isShown()) answered()
  }

  async function submit(held: Current, prepared: PreparedCalls, isShown: () => boolean): Promise<void> {
    const submitted = await give(held, prepared, 'trade').catch((cause: unknown) => {
      if (!isUserRejection(cause) && prepared.isHandedOver()) throw new LostAnswer(cause)
      throw cause
    })
    if (isShown()) {
      previewer.drop()
      state.transaction = transactionOf('swap', submitted.id, held)
      state.phase = 'pending'
    } else notifications.toast(toastWords.sentAfterAll, { type: 'success' })
    follow(held, submitted)
  }

  function follow(held: Current, submitted: SubmittedCalls): void {
    const { id } = submitted
    const { target } = held.ground
    const facts = factsOf(held)
    submitted
      .wait(context.signal)
      .then((decision) => {
        const { status, reason, outcome } = decision
        if (status === 'confirmed') context.emit(SwapSucceeded, facts)
        else context.emit(SwapFailed, { ...facts, message: reason ?? 'The network refused the swap.' })
        if (status === 'confirmed' && outcome === undefined) closeAllowance()
        settled(target)
        if (!show(id, status, decisionWords(decision))) toast(held, status)
      })
      .catch((cause: unknown) => {
        if (context.signal.aborted) return
        log.warn('Nobody could tell what became of a swap.', cause)
        show(id, 'undecided', errorWords(toError(cause)))
      })
  }

  /** True when somebody looks at it. */
  function show(id: string, phase: 'confirmed' | 'failed' | 'undecided', reason?: Words): boolean {
    if (state.transaction?.id !== id) return false
    state.phase = phase
    if (reason !== undefined) state.transaction = { ...state.transaction, reason }
    return navigation.state.entries.at(-1)?.name === SwapProgressRoute.name
  }

  function toast({ offer }: Current, status: 'confirmed' | 'failed'): void {
    const { value, decimals, symbol } = offer.quote.sold
    const sold = { value, decimals, symbol }
    if (status === 'confirmed') notifications.toast(toastWords.swapped(sold), { type: 'success' })
    else notifications.toast(toastWords.failed(sold), { type: 'error' })
  }

  function tell(cause: unknown, phase: 'approving' | 'signing', facts: SwapFacts): void {
    const message = toError(cause instanceof LostAnswer ? cause.cause : cause).shortMessage
    if (isUserRejection(cause)) context.emit(SwapRejected, { ...facts, message })
    else {
      log.warn('A swap failed.', cause)
      const isApproval = phase === 'approving' && state.phase === 'approving'
      if (isApproval) context.emit(SwapApprovalFailed, { ...facts, message })
      else context.emit(SwapFailed, { ...facts, message })
    }
  }

  /** Back to the preview, which may be confirmed again. */
  function decline(cause: unknown, notice: 'declined' | 'approvalDeclined'): void {
    state.phase = state.preview ? 'ready' : 'editing'
    state.transaction = undefined
    if (isUserRejection(cause)) state.notice = notice
    else state.error = toError(cause)
    if (state.preview) previewer.keepFresh()
  }

  const leaveTo = () => {
    if (!navigation.backTo(SwapRoute)) navigation.replace(SwapRoute, undefined)
  }
  const leaveProgress = () => {
    if (navigation.state.entries.at(-1)?.name !== SwapProgressRoute.name) return
    if (!state.preview) leaveTo()
    else if (!navigation.backTo(SwapPreviewRoute)) navigation.replace(SwapPreviewRoute)
  }
  const leavePreview = () => {
    if (navigation.state.entries.at(-1)?.name === SwapPreviewRoute.name) leaveTo()
  }
  const showProgress = () => {
    const view = navigation.state.entries.at(-1)?.name
    if (view !== undefined && ownViews.includes(view)) navigation.reset(SwapProgressRoute)
  }

  function transactionOf(
    kind: SwapTransaction['kind'],
    id: string | undefined,
    { ground, offer }: Current,
  ): SwapTransaction {
    const explorerUrl = linkTo(tools, ground.target, id)
    const { sold, bought } = offer.quote
    return {
      ...{ kind, id, networkId: ground.target.networkId, sold: { ...sold }, bought: { ...bought } },
      ...(explorerUrl === undefined ? {} : { explorerUrl }),
    }
  }

  async function takeBack(allowance: OpenAllowance): Promise<void> {
    if (!open || open.revoke.length === 0) return
    const { target, revoke: calls } = open
    state.error = undefined
    state.notice = undefined
    try {
      const prepared = await capabilityOf(tools, { target }).prepare({ calls, signal: context.signal })
      const grows = prepared.allowances?.some(({ amount }) => amount !== 0n)
      if (grows || prepared.changes?.some(({ amount }) => amount.value < 0n))
        throw swapError('SWAP_CALLS_REFUSED')
      const wallet = walletOf(tools, target)
      const submitted = await submitCalls(prepared, { events: context, clock: tools.clock, wallet })
      const { status } = await submitted.wait(context.signal)
      if (status !== 'confirmed') throw swapError('SWAP_REVOKE_FAILED')
      if (state.openAllowance?.spender === allowance.spender) closeAllowance()
    } catch (cause) {
      if (isUserRejection(cause)) state.notice = 'declined'
      else state.error = toError(cause)
    }
  }

  return {
    confirm(pressed) {
      // Pressed twice, mounted twice, or come back to while the wallet is open: one request.
      if (running) return running
      const own = ask(pressed).finally(() => {
        if (running === own) running = undefined
      })
      running = own
      return own
    },
    async revoke() {
      const { openAllowance } = state
      if (openAllowance) await takeBack(openAllowance)
    },
    forget() {
      if (state.phase !== 'signing' && state.phase !== 'approving') return
      shownRequest = undefined
      running = undefined
      previewer.drop()
      state.phase = 'editing'
      answered()
      if (ownViews.includes(navigation.state.entries.at(-1)?.name ?? '')) leaveTo()
    },
  }
}

/** The wallet had the swap and didn't say what it did with it. */
class LostAnswer extends Error {
  constructor(cause: unknown) {
    super('The wallet did not answer.', { cause })
  }
}

const isOther = (shown: SwapPreview, quote: Current['offer']['quote']) =>
  shown.quote.sold.value !== quote.sold.value || shown.quote.minimum.decimals !== quote.minimum.decimals

/** Whether the preview that is there now promises less than the one that was on screen. */
function isWorse(shown: SwapPreview, quote: Current['offer']['quote']): boolean {
  return isOther(shown, quote) || quote.minimum.value < shown.quote.minimum.value
}

/** Whether the price has left what the person saw by more than a tenth of the agreed slippage. */
function isMoved(shown: SwapPreview, fresh: Current['offer']['quote']): boolean {
  const { bought, minimum } = shown.quote
  const room = (bought.value - minimum.value) / negligible
  return isOther(shown, fresh) || fresh.bought.value < bought.value - room
}

/** What analytics may know. */
function factsOf({ ground: { target }, offer: { quote } }: Current): SwapFacts {
  const text = ({ value, decimals }: { readonly value: bigint; readonly decimals: number }) =>
    toDecimal(value, decimals)
  return {
    isSmartAccount: target.isSmartAccount,
    network: target.networkId,
    swapFromToken: quote.sold.symbol,
    swapToToken: quote.bought.symbol,
    swapFromAmount: text(quote.sold),
    swapToAmount: text(quote.bought),
  }
}

/** As it will stand in the activity while the chain has not decided. */
function recordOf(
  id: string,
  { ground, offer, prepared }: Current,
  operation: 'trade' | 'approve',
): TransactionRecord {
  const { target, sell, buy } = ground
  const { sold, bought } = offer.quote
  const assetOf = ({ address, name, icon, symbol }: typeof sell) => ({
    ...(address === undefined ? {} : { asset: address }),
    name: name ?? symbol,
    ...(icon === undefined ? {} : { icon }),
  })
  const own = { from: target.address, to: target.address }
  return {
    ...{ id, networkId: target.networkId, operation, status: 'pending', from: target.address },
    fee: { ...prepared.fee },
    transfers:
      operation === 'approve'
        ? []
        : [
            { direction: 'out', amount: { ...sold }, ...assetOf(sell), from: own.from },
            { direction: 'in', amount: { ...bought }, ...assetOf(buy), to: own.to },
          ],
  }
}
