import type { SwapToken } from '../../SwapSource.js'

/** Symbols that the reference product suggests, in its order. */
const suggested =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  )

/**
 * Sorts a service's thousands of tokens: the coin first, then one token for each suggested symbol. The rest keep their order.
 */
export function sortSuggested(tokens: readonly SwapToken[]): readonly SwapToken[] {
  const coins = tokens.filter(({ address }) => address === undefined)
  const known = suggested.flatMap((symbol) => {
    const found = tokens.find((token) => token.symbol === symbol && token.address !== undefined)
    return found ? [found] : []
  })
  const first = new Set([...coins, ...known])
  return [...first, ...tokens.filter((token) => !first.has(token))]
}
