import { BaseError } from '@latchkey/kernel/plugin'
import { feeForecastOf, type SendNotice, worthOf } from '@latchkey/kernel/contracts'
import { ref } from 'valtio/vanilla'
import type { SwapPreview } from '../Swapper.js'
import { swapError } from '../swapErrors.js'
import type { Tokens } from './createTokens.js'
import { dangersOf } from './dangersOf.js'
import { findOffers, showOffer, type SwapQuestion } from './findOffers.js'
import { type CheckedSwap, prepareSwap } from './prepareSwap.js'
import type { OfferPrices } from './readOfferPrices.js'
import type { SwapperTools } from './SwapperTools.js'
import { noticesOfUnanswered } from './unansweredSwaps.js'

/** Codes of errors about what a source offered, so that another one is tried. */
export const ofSource: ReadonlySet<string | undefined> = new Set([
  'SWAP_CALLS_REFUSED',
  'SWAP_RECEIVES_LESS',
  'SWAP_NOT_SIMULATED',
  'CALLS_INVALID',
  'EXECUTION_REVERTED',
])

/** Without a reader of the chain's calls, only the source says that the minimum holds when the price moves. */
const minimumUnchecked: SendNotice = {
  code: 'MINIMUM_UNCHECKED',
  message: 'The minimum can’t be checked in advance. If the price moves, you may receive less.',
  severity: 'warning',
}

/** What the preview itself says where there is an approval: how often the wallet opens, and what it could do instead. */
const saidByTheApproval: ReadonlySet<string> = new Set(['CALLS_NOT_ATOMIC', 'ACCOUNT_UPGRADE_AVAILABLE'])

/** The best offer that holds. One that doesn't is said once in the log, and the next best is tried. */
export async function checkOffers(tools: SwapperTools, ground: SwapQuestion): Promise<CheckedSwap> {
  const refused = new Set<string>()
  let fault: unknown
  for (;;) {
    const [best] = await findOffers(tools, ground, refused).catch((error: unknown) => {
      throw fault ?? error
    })
    if (!best) throw fault ?? swapError('SWAP_NO_ROUTE')
    try {
      return await prepareSwap(tools, ground, best)
    } catch (cause) {
      ground.signal.throwIfAborted()
      if (!(cause instanceof BaseError && ofSource.has(cause.code))) throw cause
      fault = cause
      refused.add(best.source.id)
      tools.log.warn(`What "${best.source.id}" offered doesn’t hold.`, cause)
    }
  }
}

/** The checked offer as the preview shows it. */
export function previewOf(
  tools: SwapperTools,
  tokens: Tokens,
  checked: CheckedSwap,
  ground: SwapQuestion,
  prices: OfferPrices,
): SwapPreview {
  const { state, clock } = tools
  const { offer, prepared, approval, canUpgrade, isRead } = checked
  const { likelyFee } = prepared
  const shown = showOffer(tools, tokens, offer, ground, prices)
  const coin = state.tokens.list.find(({ token }) => token.address === undefined)
  const unanswered = noticesOfUnanswered(tools, ground.target)
  return ref({
    ...shown,
    approval,
    canUpgrade,
    isApproving: approval === 'signature' || approval === 'transaction',
    fee: prepared.fee,
    feeWorth: worthOf(prepared.fee, coin?.price, state.currency),
    likelyFeeWorth: likelyFee && worthOf(likelyFee, coin?.price, state.currency),
    ...feeForecastOf(prepared),
    changes: prepared.changes,
    notices: [
      ...unanswered,
      ...(isRead ? [] : [minimumUnchecked]),
      ...prepared.notices.filter(({ code }) => approval === 'none' || !saidByTheApproval.has(code)),
    ],
    dangers: dangersOf({ shown, notices: unanswered, isRead }),
    preparedAt: clock.now(),
  })
}
