import {
  checkOptionNames,
  Clock,
  definePlugin,
  Http,
  inDevelopment,
  KernelConfigError,
  lazy,
  Log,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { Prices, type TokenRecord } from '@latchkey/kernel/contracts'
import type { PriceSource } from './PriceSource.js'

export interface PricesOptions {
  /**
   * How far two sources may be apart, in basis points of the lower price, before neither is believed alone. Default 1000n,
   * which is 10 %.
   */
  readonly bound?: bigint | undefined
}

const names = { bound: true } satisfies Record<keyof PricesOptions, true>

/**
 * Prices of assets from the sources that the host lists, in the order to ask. The first answer counts when the next source
 * that knows the asset is within the bound of it; where two disagree, a third decides, or there is no price. A plugin
 * that yields its prices, such as `walletData({ url })`, leaves them to this one: list `servicePrices()` to ask it, too.
 *
 * @throws KernelConfigError when no source is listed, one is listed twice, or the bound is not above zero.
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), balances(), prices([oracleFeeds(), defiLlama()])])
 */
export function prices(sources: readonly PriceSource[], options: PricesOptions = {}): Plugin {
  checkOptionNames('prices', options, names)
  const { bound = 1_000n } = options
  checkInput(sources, bound)
  return definePlugin({
    id: 'prices',
    kernel: '^1.0.0',
    requires: { clock: Clock, log: Log, http: Http },
    optional: servicesOf(sources),
    provides: [Prices],
    setup(context, tools) {
      const load = lazy('Prices', async () => {
        const { startPrices } = await import('./lazy/startPrices.js')
        return startPrices({ ...tools, sources, bound, context })
      })
      context.provide(Prices, () => ({
        weighsTold: true,
        read: async (request) => (await load()).read(request),
      }))
    },
  })
}

/** Named after their source, so that two sources may call different services the same. */
function servicesOf(sources: readonly PriceSource[]): TokenRecord {
  return Object.fromEntries(
    sources.flatMap(({ id, uses }) => Object.entries(uses).map(([name, token]) => [`${id} ${name}`, token])),
  )
}

function checkInput(sources: readonly PriceSource[], bound: bigint): void {
  if (!Array.isArray(sources) || !sources.every(isSource))
    throw new KernelConfigError([wrongSources(sources)])
  const ids = sources.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  const problems = [
    ...(sources.length === 0
      ? [`prices: no source is listed${inDevelopment ? '. Write prices([oracleFeeds()]), for example.' : ''}`]
      : []),
    ...(twice === undefined
      ? []
      : [
          `prices: the source "${twice}" is listed twice${inDevelopment ? '. List it once, with all of its options.' : ''}`,
        ]),
    ...(bound > 0n
      ? []
      : [
          inDevelopment
            ? `prices: the bound must be above 0n basis points, but ${bound}n was given.`
            : `prices: the bound ${bound}n`,
        ]),
  ]
  if (problems.length > 0) throw new KernelConfigError(problems)
}

const isSource = (source: Partial<PriceSource> | undefined) => typeof source?.open === 'function'

/** From code without types: no list, or an entry that is no source. */
function wrongSources(given: unknown): string {
  const uncalled = [given].flat().find((source) => typeof source === 'function')
  return uncalled
    ? `prices: "${uncalled.name}" is no source${inDevelopment ? `, but a function. Call it: prices([${uncalled.name}()]).` : ''}`
    : `prices: expected a list of sources${inDevelopment ? '. Write prices([oracleFeeds()]), for example.' : ''}`
}
