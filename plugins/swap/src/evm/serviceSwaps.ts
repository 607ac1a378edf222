import {
  checkOptionNames,
  definePlugin,
  Http,
  lazy,
  type NetworkId,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { EvmCalls } from '@latchkey/plugin-eip155'
import { checkServiceUrl } from '../checkServiceUrl.js'
import { SwapSource, swapSource } from '../SwapSource.js'

export interface ServiceSwapsOptions {
  /** Where the wallet-data service is, up to `/v1/convert`. */
  readonly url: string
  /** Sent with each request, where the service wants one. */
  readonly projectId?: string | undefined
  /**
   * The one contract by CAIP-2 network that the service's calls may address beside the token that is sold, and that may be
   * allowed to move it. Networks without one aren't asked for.
   */
  readonly routers: Readonly<Record<NetworkId, `0x${string}`>>
  /** As shown to the person. Default `Swap service`. */
  readonly name?: string | undefined
}

const names = { url: true, projectId: true, routers: true, name: true } satisfies Record<
  keyof ServiceSwapsOptions,
  true
>

/**
 * Quotes from the swap routes of a wallet-data service, on EVM networks. Nothing that it answers is believed. List
 * `evmSwaps` beside it, which reads its calls back where the router is among its venues: otherwise the person has to agree that
 * the minimum can't be checked.
 *
 * @throws KernelError `INVALID_OPTIONS` when the address isn't http or https.
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), swap(), evmSwaps(), serviceSwaps({ url: 'https://data.example', routers })])
 */
export function serviceSwaps(options: ServiceSwapsOptions): Plugin {
  checkOptionNames('serviceSwaps', options, names)
  const { url, routers, name = 'Swap service' } = options ?? {}
  checkServiceUrl('serviceSwaps', 'url', url, 'https://data.example')
  return definePlugin({
    id: 'serviceSwaps',
    kernel: '^1.0.0',
    requires: { http: Http },
    setup(context, { http }) {
      const load = lazy('Prices of the swap service', async () => {
        const { createServiceSwaps } = await import('./lazy/createServiceSwaps.js')
        return createServiceSwaps({ ...options, http, name })
      })
      const supports = (networkId: NetworkId) => routers[networkId] !== undefined
      context.add(SwapSource, swapSource(EvmCalls, { id: 'serviceSwaps.service', name, supports, load }))
    },
  })
}
