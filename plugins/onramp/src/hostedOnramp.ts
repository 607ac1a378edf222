import { Clock, definePlugin, Http, lazy, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import { cardChains } from './cardChains.js'
import { OnrampProvider } from './OnrampProvider.js'
import { checkUrl, type OnrampDataOptions } from './providerOptions.js'

export interface HostedOnrampOptions {
  /** Unique among the providers, and stable: purchases remember it. */
  readonly id: string
  /** As shown to the person. */
  readonly name: string
  readonly icon?: string
  /** What the provider says that it takes. Default `1–2%`. */
  readonly feeLabel?: string
  /** Where the provider's pages are, such as `https://pay.example`. A page elsewhere is not opened. */
  readonly origin: string
  /**
   * Where your own server makes and signs the provider's page. It gets the purchase by POST, and answers
   * `{ id, url, address, asset, currency, amount }`. The provider's secret stays there.
   */
  readonly sessionUrl: string
  /** Options and quotes. Without it, the price is told on the provider's page only. */
  readonly data?: OnrampDataOptions
  /** `GET {statusUrl}/{id}` answers `{ state, transactionIds? }`. Without it, the chain alone tells how a purchase stands. */
  readonly statusUrl?: string
  /** What the provider calls the networks that it delivers on, by CAIP-2. Default the eight EVM networks of card payments. */
  readonly networks?: Readonly<Record<NetworkId, string>>
}

/**
 * A provider with pages of its own, which your server signs.
 *
 * @throws BaseError `INVALID_OPTIONS` when an address isn't http or https.
 * @example
 * hostedOnramp({ id: 'example', name: 'Example', origin: 'https://pay.example', sessionUrl: '/api/buy' })
 */
export function hostedOnramp(options: HostedOnrampOptions): Plugin {
  const { id, name, icon, feeLabel = '1–2%', origin, sessionUrl, networks = cardChains } = options
  checkUrl('hostedOnramp', 'origin', origin)
  checkUrl('hostedOnramp', 'sessionUrl', sessionUrl, true)
  if (options.data) checkUrl('hostedOnramp', 'data.url', options.data.url)
  if (options.statusUrl !== undefined) checkUrl('hostedOnramp', 'statusUrl', options.statusUrl)
  return definePlugin({
    id: `onramp.${id}`,
    kernel: '^1.0.0',
    requires: { http: Http, clock: Clock },
    setup(context, { http, clock }) {
      context.add(OnrampProvider, {
        id: `onramp.${id}.provider`,
        name,
        feeLabel,
        ...(icon === undefined ? {} : { icon }),
        origins: [origin],
        supports: (networkId) => Object.hasOwn(networks, networkId),
        load: lazy(name, async () => {
          const { createHostedSource } = await import('./lazy/createHostedSource.js')
          return createHostedSource({ ...options, networks, http, clock })
        }),
      })
    },
  })
}
