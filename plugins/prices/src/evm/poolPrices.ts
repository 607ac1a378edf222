import { checkOptionNames, type NetworkId } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import { type PriceSource, priceSource } from '../PriceSource.js'

export interface PoolPricesOptions {
  /**
   * By CAIP-2 id, the stable coin that a token's price is counted in, in place of the first USDC, USDT or DAI that the pools
   * suggest. Another source has to know its price.
   */
  readonly stables?: Readonly<Record<NetworkId, TokenReference>> | undefined
}

const names = { stables: true } satisfies Record<keyof PoolPricesOptions, true>

/**
 * Prices from the pools that `evmSwaps()` knows, for tokens without a feed: what a trade for 1,000 of a stable coin gives,
 * and what giving it back returns. A pool in which that moves the price by over 1 %, or loses over 3 % both ways, is too
 * thin to tell a price. Anyone can move a pool for a moment, so list a second source beside it.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), swap(), evmSwaps(), prices([oracleFeeds(), poolPrices()])])
 */
export function poolPrices(options: PoolPricesOptions = {}): PriceSource {
  checkOptionNames('poolPrices', options, names)
  const { stables = {} } = options
  return priceSource({
    id: 'poolPrices',
    uses: {},
    async open(_, { list }) {
      const { createPoolReader } = await import('./lazy/createPoolReader.js')
      return createPoolReader({ list, stables })
    },
  })
}
