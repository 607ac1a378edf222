import { checkOptionNames, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import { namespaceOf } from '@latchkey/kernel/contracts'
import { checkServices, defineProvider, type ProviderOptions } from './defineProvider.js'
import { checkUrl } from './providerOptions.js'

/** What a link can say. */
export type LinkParameter = 'address' | 'asset' | 'currency' | 'amount' | 'country' | 'method' | 'purchase'

export interface LinkOnrampOptions extends ProviderOptions {
  /** The provider's page, with your publishable key in its query. Never put a secret there: everybody can read it. */
  readonly url: string
  /** How the provider calls what is added to the query. Default `walletAddress`, `destinationCurrencyCode`, …. */
  readonly parameters?: Readonly<Partial<Record<LinkParameter, string>>> | undefined
  /** How the provider calls an asset, such as `ETH` or `USDC_SOLANA`. Default its symbol. */
  readonly assetCode?:
    | ((asset: { readonly networkId: NetworkId; readonly symbol: string }) => string)
    | undefined
  /** Namespaces that it delivers on. Default `eip155` and `solana`. */
  readonly namespaces?: readonly string[] | undefined
  /** `GET {statusUrl}/{id}` answers `{ state, transactionIds? }`, where `id` is what the link says as `purchase`. */
  readonly statusUrl?: string | undefined
}

const names = {
  id: true,
  name: true,
  icon: true,
  feeLabel: true,
  data: true,
  url: true,
  parameters: true,
  assetCode: true,
  namespaces: true,
  statusUrl: true,
} satisfies Record<keyof LinkOnrampOptions, true>

/**
 * A provider whose page takes everything in its link, with a key that may be public.
 *
 * @throws BaseError `INVALID_OPTIONS` when an address isn't http or https, `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * linkOnramp({ id: 'example', name: 'Example', url: 'https://pay.example/?publicKey=…' })
 */
export function linkOnramp(options: LinkOnrampOptions): Plugin {
  checkOptionNames('linkOnramp', options, names)
  const { url, namespaces = ['eip155', 'solana'] } = options ?? {}
  checkUrl('linkOnramp', 'url', url)
  checkServices('linkOnramp', options)
  const supports = (networkId: NetworkId) => namespaces.includes(namespaceOf(networkId))
  return defineProvider(options, new URL(url).origin, supports, async (tools) => {
    const { createLinkSource } = await import('./lazy/createLinkSource.js')
    return createLinkSource({ ...options, ...tools })
  })
}
