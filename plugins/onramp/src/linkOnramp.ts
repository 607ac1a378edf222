import {
  Clock,
  definePlugin,
  Http,
  lazy,
  namespaceOf,
  type NetworkId,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { OnrampProvider } from './OnrampProvider.js'
import { checkUrl, type OnrampDataOptions } from './providerOptions.js'

/** What a link can say. */
export type LinkParameter = 'address' | 'asset' | 'currency' | 'amount' | 'country' | 'method' | 'purchase'

export interface LinkOnrampOptions {
  /** Unique among the providers, and stable: purchases remember it. */
  readonly id: string
  /** As shown to the person. */
  readonly name: string
  readonly icon?: string
  /** What the provider says that it takes. Default `1–2%`. */
  readonly feeLabel?: string
  /** The provider's page, with your publishable key in its query. Never put a secret there: everybody can read it. */
  readonly url: string
  /** How the provider calls what is added to the query. Default `walletAddress`, `destinationCurrencyCode`, …. */
  readonly parameters?: Readonly<Partial<Record<LinkParameter, string>>>
  /** How the provider calls an asset, such as `ETH` or `USDC_SOLANA`. Default its symbol. */
  readonly assetCode?: (asset: { readonly networkId: NetworkId; readonly symbol: string }) => string
  /** Namespaces that it delivers on. Default `eip155` and `solana`. */
  readonly namespaces?: readonly string[]
  /** Options and quotes. Without it, the price is told on the provider's page only. */
  readonly data?: OnrampDataOptions
  /** `GET {statusUrl}/{id}` answers `{ state, transactionIds? }`, where `id` is what the link says as `purchase`. */
  readonly statusUrl?: string
}

/**
 * A provider whose page takes everything in its link, with a key that may be public.
 *
 * @throws BaseError `INVALID_OPTIONS` when an address isn't http or https.
 * @example
 * linkOnramp({ id: 'example', name: 'Example', url: 'https://pay.example/?publicKey=…' })
 */
export function linkOnramp(options: LinkOnrampOptions): Plugin {
  const { id, name, icon, feeLabel = '1–2%', url, namespaces = ['eip155', 'solana'] } = options
  checkUrl('linkOnramp', 'url', url)
  if (options.data) checkUrl('linkOnramp', 'data.url', options.data.url)
  if (options.statusUrl !== undefined) checkUrl('linkOnramp', 'statusUrl', options.statusUrl)
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
        origins: [new URL(url).origin],
        supports: (networkId) => namespaces.includes(namespaceOf(networkId)),
        load: lazy(name, async () => {
          const { createLinkSource } = await import('./lazy/createLinkSource.js')
          return createLinkSource({ ...options, http, clock })
        }),
      })
    },
  })
}
