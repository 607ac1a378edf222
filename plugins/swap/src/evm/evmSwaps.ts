import { checkOptionNames, definePlugin, lazy, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import { Eip155Client, EvmCalls } from '@latchkey/plugin-eip155'
import { SwapReader } from '../SwapReader.js'
import { SwapSource, swapSource } from '../SwapSource.js'
import type { EvmVenues } from './EvmVenues.js'

export interface EvmSwapsOptions {
  /** Routers by CAIP-2 id, in place of the plugin's own for that network. */
  readonly venues?: Readonly<Record<NetworkId, EvmVenues>> | undefined
}

/** Networks whose routers are in `venueData.ts` and go on; it is loaded with the first swap. */
const known: readonly number[] = [1, 10, 56, 100, 137, 324, 8453, 42161, 43114, 1313161554]

const names = { venues: true } satisfies Record<keyof EvmSwapsOptions, true>

/**
 * Quotes from pools on the chain itself, without a service: Uniswap v2 and v3, and what is built like them.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks: [mainnet, base] }), swap(), evmSwaps()])
 */
export function evmSwaps(options: EvmSwapsOptions = {}): Plugin {
  checkOptionNames('evmSwaps', options, names)
  const { venues = {} } = options
  return definePlugin({
    id: 'evmSwaps',
    kernel: '^1.0.0',
    requires: { clients: Eip155Client },
    setup(context, { clients }) {
      const load = lazy('Prices of pools', async () => {
        const { createEvmSwaps } = await import('./lazy/createEvmSwaps.js')
        return createEvmSwaps(clients, venues)
      })
      context.add(
        SwapSource,
        swapSource(EvmCalls, {
          id: 'evmSwaps.pools',
          name: 'On-chain pools',
          supports: (networkId) =>
            networkId in venues
              ? !venues[networkId]?.closed
              : known.some((chainId) => networkId === `eip155:${chainId}`),
          load: async () => (await load()).quotes,
        }),
      )
      context.add(SwapReader, {
        id: 'evmSwaps.reader',
        namespace: EvmCalls.namespace,
        load: async () => (await load()).reader,
      })
    },
  })
}
