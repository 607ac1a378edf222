import { BaseError } from '@latchkey/kernel/plugin'
import { outcomeOf, submitCalls } from '@latchkey/kernel/transaction'
import type { PreparedCalls, SubmittedCalls } from '@latchkey/kernel/contracts'
import { swapError } from '../swapErrors.js'
import { toastWords } from '../toastWords.js'
import { ofSource } from './checkOffers.js'
import type { Allowance } from './createAllowance.js'
import type { Current, Previewer } from './createPreviewer.js'
import type { SwapFollower } from './createSwapFollower.js'
import type { SwapViews } from './createSwapViews.js'
import type { WalletRequests } from './createWalletRequests.js'
import { LostAnswer } from './LostAnswer.js'
import { prepareApprovals, prepareCalls, readSignature, signatureKey } from './prepareSwap.js'
import { type SwapperTools, walletOf } from './SwapperTools.js'
import { pendingOf, recordOf, transactionOf } from './swapRecords.js'
import { askSwap, settleUnanswered } from './unansweredSwaps.js'

/** What the steps of a swap share. */
export interface SwapParts {
  readonly tools: SwapperTools
  readonly previewer: Previewer
  readonly views: SwapViews
  readonly requests: WalletRequests
  readonly allowance: Allowance
  readonly follower: SwapFollower
}

/** Opens the wallet for what the checked swap needs next: the allowance, or the swap. */
export function requestSwap(parts: SwapParts, held: Current): Promise<void> {
  if (held.approval === 'transaction') return requestApproval(parts, held)
  if (held.approval === 'signature') return requestSignature(parts, held)
  return parts.requests.request('signing', held, (isShown) => submitSwap(parts, held, held.prepared, isShown))
}

/** The allowance as a signature, and the swap that carries it. */
function requestSignature(parts: SwapParts, held: Current): Promise<void> {
  const { tools, previewer, views, requests } = parts
  const { ground, offer } = held
  const signal = tools.context.signal
  return requests.request('approving', held, async (isShown) => {
    const read = await readSignature(tools, { ...ground, signal }, offer)
    if (!read) throw swapError('SWAP_CALLS_REFUSED')
    const { signing, signer, message, signature } = read
    const signed = await signature.calls(await signing.sign(signer as never, message))
    if (signed.approvals.length > 0) throw swapError('SWAP_CALLS_REFUSED')
    const prepared = await prepareCalls(tools, { ...ground, signal }, offer, signed.swap).catch(
      async (cause: unknown) => {
        if (!(cause instanceof BaseError && ofSource.has(cause.code))) throw cause
        tools.refusedSignatures.add(signatureKey(ground, offer))
        if (!isShown()) throw cause
        // Nothing was sent. What is asked for next is an approval.
        tools.log.warn('The network refuses the swap with a signed allowance.', cause)
        tools.state.phase = 'ready'
        if (await previewer.prepare()) tools.state.error = swapError('SWAP_SIGNATURE_REFUSED', { cause })
        views.leaveProgress()
        return undefined
      },
    )
    if (!prepared || !isShown()) return
    tools.state.phase = 'signing'
    await submitSwap(parts, held, prepared, isShown)
  })
}

/** The allowance as a transaction. The user confirms the swap after it, at the price of then. */
function requestApproval(parts: SwapParts, held: Current): Promise<void> {
  const { tools, previewer, views, requests } = parts
  return requests.request('approving', held, async (isShown) => {
    await approve(parts, held, isShown)
    if (!isShown()) return
    tools.state.transaction = undefined
    // Time has passed: what is signed next is quoted now.
    tools.state.phase = 'ready'
    if (await previewer.prepare()) tools.state.notice = 'approved'
    views.leaveProgress()
  })
}

/** @throws BaseError `SWAP_APPROVAL_FAILED` when the chain refused it, or did something else */
async function approve(
  { tools, allowance }: SwapParts,
  held: Current,
  isShown: () => boolean,
): Promise<void> {
  const { state, context } = tools
  const prepared = await prepareApprovals(tools, { ...held.ground, signal: context.signal }, held)
  const submitted = await submitPrepared(tools, held, prepared, 'approve')
  allowance.open(held)
  if (isShown()) state.transaction = transactionOf(tools, 'approval', submitted.id, held)
  const { status, outcome, reason } = await submitted.wait(context.signal)
  if (status === 'confirmed' && outcome !== 'different') return
  if (outcome === undefined) allowance.close()
  throw swapError('SWAP_APPROVAL_FAILED', { metaMessages: [reason ?? ''].filter(Boolean) })
}

/** @throws LostAnswer when the wallet had the swap and didn't decline it */
async function submitSwap(
  { tools, previewer, follower }: SwapParts,
  held: Current,
  prepared: PreparedCalls,
  isShown: () => boolean,
): Promise<void> {
  const { state, notifications } = tools
  const answered = askSwap(tools, held)
  const submitted = await submitPrepared(tools, held, prepared, 'trade').catch((cause: unknown) => {
    const outcome = outcomeOf(cause, prepared)
    if (outcome === 'nothing') answered()
    if (outcome === 'unknown') throw new LostAnswer(cause)
    throw cause
  })
  answered()
  settleUnanswered(tools, held)
  if (isShown()) {
    previewer.drop()
    state.transaction = transactionOf(tools, 'swap', submitted.id, held)
    state.phase = 'pending'
  } else notifications.toast(toastWords.sentAfterAll, { type: 'success' })
  follower.follow(held, submitted)
}

/** Activity and balances are told of the calls, and of what the chain decides. */
function submitPrepared(
  { wallets, context, clock }: SwapperTools,
  held: Current,
  prepared: PreparedCalls,
  operation: 'trade' | 'approve',
): Promise<SubmittedCalls> {
  const wallet = walletOf({ wallets }, held.ground.target)
  const record = (id: string) => recordOf(pendingOf(id, held, clock.now()), operation)
  return submitCalls(prepared, { events: context, clock, wallet, record })
}
