import type { SwapQuote, SwapToken } from '../../SwapSource.js'
import { coin } from './wrappedCoin.js'

/** Bytes of the largest usual token account. */
const largestAccount = 256

/** Asks the network how many lamports an account of some bytes must hold. */
export type ReadRent = (bytes: number, signal?: AbortSignal) => Promise<bigint>

/** What a token account for what is bought costs at most. Nothing is kept where it exists already. */
export async function depositOf(
  buy: SwapToken,
  readRent: ReadRent,
  signal?: AbortSignal,
): Promise<Pick<SwapQuote, 'deposit'>> {
  if (buy.address === undefined) return {}
  const value = await readRent(largestAccount, signal)
  return { deposit: { symbol: coin.symbol, decimals: coin.decimals, value } }
}
