import { BaseError } from '@latchkey/kernel/plugin'
import { submitCalls } from '@latchkey/kernel/transaction'
import type { PreparedCalls, SubmittedCalls } from '@latchkey/kernel/contracts'
import { swapError } from '../swapErrors.js'
import { ofSource } from './checkOffers.js'
import { prepareApprovals, prepareCalls, readSignature, signatureKey } from './prepareSwap.js'
import type { AskedSwap, SwapParts } from './requestSwap.js'
import { type SwapperTools, walletOf } from './SwapperTools.js'
import { pendingOf, recordOf, transactionOf } from './swapRecords.js'
import { askSwap } from './unansweredSwaps.js'

/**
 * Has the wallet do what the swap needs next. `undefined`: that was an allowance, or the network refuses the signed one, and
 * the preview is shown again.
 */
export async function submitSwap(
  parts: SwapParts,
  asked: AskedSwap,
  isShown: () => boolean,
): Promise<SubmittedCalls | undefined> {
  if (asked.approval === 'transaction') return giveAllowance(parts, asked, isShown)
  if (asked.approval !== 'signature') return handOver(parts.tools, asked, asked.prepared)
  const prepared = await signAllowance(parts, asked, isShown)
  if (!prepared || !isShown()) return undefined
  parts.tools.phases.to('asking', 'signing')
  return handOver(parts.tools, asked, prepared)
}

/** Remembers the swap before the wallet knows of it, and hands it over. */
function handOver(tools: SwapperTools, asked: AskedSwap, prepared: PreparedCalls): Promise<SubmittedCalls> {
  asked.forget = askSwap(tools, asked)
  asked.handed = prepared
  return submitPrepared(tools, asked, prepared, 'trade')
}

/** The allowance as a signature, and the swap that carries it. */
async function signAllowance(
  { tools, previewer, views }: SwapParts,
  { ground, offer }: AskedSwap,
  isShown: () => boolean,
): Promise<PreparedCalls | undefined> {
  const { signal } = tools.context
  const read = await readSignature(tools, { ...ground, signal }, offer)
  if (!read) throw swapError('SWAP_CALLS_REFUSED')
  if (!isShown()) return undefined
  const { signing, signer, message, signature } = read
  const signed = await signature.calls(await signing.sign(signer as never, message))
  if (signed.approvals.length > 0) throw swapError('SWAP_CALLS_REFUSED')
  try {
    return await prepareCalls(tools, { ...ground, signal }, offer, signed.swap)
  } catch (cause) {
    if (!(cause instanceof BaseError && ofSource.has(cause.code))) throw cause
    tools.refusedSignatures.add(signatureKey(ground, offer))
    if (!isShown()) throw cause
    // Nothing was sent. What is asked for next is an approval.
    tools.log.warn('The network refuses the swap with a signed allowance.', cause)
    tools.phases.to('ready')
    if (await previewer.prepare()) tools.state.error = swapError('SWAP_SIGNATURE_REFUSED', { cause })
    views.leaveProgress()
    return undefined
  }
}

/**
 * The allowance as a transaction. The user confirms the swap after it, at the price of then.
 *
 * @throws BaseError `SWAP_APPROVAL_FAILED` when the chain refused it, or did something else
 */
async function giveAllowance(
  { tools, previewer, views, allowance }: SwapParts,
  asked: AskedSwap,
  isShown: () => boolean,
): Promise<undefined> {
  const { state, context, phases } = tools
  const prepared = await prepareApprovals(tools, { ...asked.ground, signal: context.signal }, asked)
  // Given up while it was prepared: the wallet knows nothing of it yet.
  if (!isShown()) return
  const submitted = await submitPrepared(tools, asked, prepared, 'approve')
  allowance.open(asked)
  if (isShown()) state.transaction = transactionOf(tools, 'approval', submitted.id, asked)
  const { status, outcome, reason } = await submitted.wait(context.signal)
  if (status !== 'confirmed' || outcome === 'different') {
    if (outcome === undefined) allowance.close()
    throw swapError('SWAP_APPROVAL_FAILED', { metaMessages: [reason ?? ''].filter(Boolean) })
  }
  if (!isShown()) return
  state.transaction = undefined
  // Time has passed: what is signed next is quoted now.
  phases.to('ready')
  if (await previewer.prepare()) state.notice = 'approved'
  views.leaveProgress()
}

/** Activity and balances are told of the calls, and of what the chain decides. */
function submitPrepared(
  { wallets, context, clock }: SwapperTools,
  asked: AskedSwap,
  prepared: PreparedCalls,
  operation: 'trade' | 'approve',
): Promise<SubmittedCalls> {
  const wallet = walletOf({ wallets }, asked.ground.target)
  const record = (id: string) => recordOf(pendingOf(id, asked, clock.now()), operation)
  return submitCalls(prepared, { events: context, clock, wallet, record })
}
