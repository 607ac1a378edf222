import { isKernelError, type ListReader, type NetworkId } from '@latchkey/kernel/plugin'
import { namespaceOf, toDecimal, type TokenReference } from '@latchkey/kernel/contracts'
import { isSameAddress } from '@latchkey/plugin-eip155'
import { type SwapQuote, type SwapQuotes, SwapSource, type SwapToken } from '@latchkey/plugin-swap'
import type { Priced, PriceReader, PriceReading } from '../../PriceSource.js'

/** Whole stable coins of the trade that is asked for. */
const tradeSize = 1_000n
/** Basis points. */
const mostImpact = 100n
const mostLoss = 300n
/** Places of a price. */
const places = 30
/** Tokens asked for at once: each takes two questions, which go out together with those of the others. */
const mostAsked = 20
const nobody = '0x0000000000000000000000000000000000000000'
const stableSymbols = ['USDC', 'USDT', 'DAI']

export interface PoolTools {
  readonly list: ListReader
  readonly stables: Readonly<Record<NetworkId, TokenReference>>
}

export function createPoolReader({ list, stables }: PoolTools): PriceReader {
  const tokens = new Map<string, Promise<SwapToken | undefined>>()
  const sourceOf = (networkId: NetworkId) =>
    list(SwapSource).find(({ id, supports }) => id === 'evmSwaps.pools' && supports(networkId))

  async function stableOf(quotes: SwapQuotes<unknown>, networkId: NetworkId, signal: AbortSignal) {
    const given = stables[networkId]
    if (given) return given
    const suggested = await quotes.tokens({ networkId, signal })
    return stableSymbols.flatMap((symbol) => suggested.filter((token) => token.symbol === symbol))[0]
  }

  function tokenOf(quotes: SwapQuotes<unknown>, networkId: NetworkId, address: string, signal: AbortSignal) {
    const key = `${networkId}/${address.toLowerCase()}`
    const known = tokens.get(key) ?? quotes.findToken({ networkId, address, signal })
    tokens.set(key, known)
    known.catch(() => tokens.delete(key))
    return known
  }

  async function readOne(
    { networkId, address }: { networkId: NetworkId; address: string },
    signal: AbortSignal,
  ): Promise<PriceReading | undefined> {
    const quotes = await sourceOf(networkId)?.load()
    if (!quotes) return undefined
    const stable = await stableOf(quotes, networkId, signal)
    if (stable?.address === undefined || isSameAddress(stable.address, address)) return undefined
    const token = await tokenOf(quotes, networkId, address, signal)
    if (!token || token.decimals === 0) return undefined
    const request = { networkId, account: nobody, slippage: mostImpact, signal }
    const spent = tradeSize * 10n ** BigInt(stable.decimals)
    const bought = await quotes.quote({ ...request, sell: stable, buy: token, amount: spent })
    const back = await quotes.quote({ ...request, sell: token, buy: stable, amount: bought.bought.value })
    const price = middleOf(spent, bought, back, token.decimals, stable.decimals)
    return price === undefined ? undefined : { price, in: { networkId, address: stable.address } }
  }

  return {
    supports: (asset) =>
      asset.networkId !== undefined &&
      asset.address !== undefined &&
      namespaceOf(asset.networkId) === 'eip155' &&
      sourceOf(asset.networkId) !== undefined,
    read: ({ assets, signal }) =>
      Promise.all(
        assets.map(async (asset, index) =>
          isToken(asset) && index < mostAsked ? readOne(asset, signal).catch(unlessNoPool) : undefined,
        ),
      ),
  }
}

const isToken = (asset: Priced): asset is { networkId: NetworkId; address: string } =>
  asset.networkId !== undefined && asset.address !== undefined

function unlessNoPool(error: unknown): undefined {
  if (isKernelError(error, 'SWAP_NO_ROUTE')) return undefined
  throw error
}

/** The middle of buying and selling, or nothing where the pool is too thin. */
function middleOf(
  spent: bigint,
  bought: SwapQuote,
  back: SwapQuote,
  decimals: number,
  stableDecimals: number,
): string | undefined {
  const amount = bought.bought.value
  const returned = back.bought.value
  const isThin = [bought, back].some(
    ({ priceImpact }) => priceImpact === undefined || priceImpact > mostImpact,
  )
  if (isThin || amount === 0n || returned > spent || (spent - returned) * 10_000n > spent * mostLoss)
    return undefined
  const middle = (spent + returned) * 10n ** BigInt(decimals + places)
  return toDecimal(middle / (2n * amount * 10n ** BigInt(stableDecimals)), places)
}
