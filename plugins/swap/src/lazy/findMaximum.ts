import { swapError } from '../swapErrors.js'
import type { Tokens } from './createTokens.js'
import { findOffers, readQuestion } from './findOffers.js'
import { prepareSwap } from './prepareSwap.js'
import type { SwapperTools } from './SwapperTools.js'

/** The part of the coin that the network fee is looked up with: nine tenths, so that the fee itself can be paid. */
const trialShare = { part: 9n, of: 10n } as const

/**
 * All that is held of the token that is sold, in its smallest unit. Of the coin, the network fee is kept back.
 *
 * @throws BaseError `SWAP_NOT_PREPARED`, `SWAP_NO_ROUTE`; whatever the sources and the check against the chain throw
 */
export async function findMaximum(tools: SwapperTools, tokens: Tokens, signal: AbortSignal): Promise<bigint> {
  const { state } = tools
  const { sell } = state.draft
  const held = tokens.choiceOf(sell)?.balance ?? 0n
  if (!sell || sell.address !== undefined) return held
  const amount = (held * trialShare.part) / trialShare.of
  const ground = { ...state, ...readQuestion(tools, signal) }
  const { target, buy } = ground
  if (!target || !buy || amount === 0n) throw swapError('SWAP_NOT_PREPARED')
  const asked = { target: { ...target }, sell, buy, amount, isUpgrading: state.isUpgrading, signal }
  const [best] = await findOffers(tools, asked)
  if (!best) throw swapError('SWAP_NO_ROUTE')
  const { prepared } = await prepareSwap(tools, asked, best)
  // A quarter more: prices of fees move between the question and the answer.
  const kept = (prepared.fee.value * 5n) / 4n + (best.quote.deposit?.value ?? 0n)
  return held > kept ? held - kept : 0n
}
