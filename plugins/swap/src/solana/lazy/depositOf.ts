import type { SwapQuote, SwapToken } from '../../SwapSource.js'
import { coin } from './wrappedCoin.js'

/** Lamports that the chain keeps for a new token account at most, by 256 bytes of the largest usual one. */
const openingDeposit = (128n + 256n) * 6_960n

/** What a token account for what is bought costs at most. Nothing is kept where it exists already. */
export const depositOf = (buy: SwapToken): Pick<SwapQuote, 'deposit'> =>
  buy.address === undefined
    ? {}
    : { deposit: { symbol: coin.symbol, decimals: coin.decimals, value: openingDeposit } }
