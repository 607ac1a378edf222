import { checkOptionNames, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import { cardChains } from './cardChains.js'
import { checkServices, defineProvider, type ProviderOptions } from './defineProvider.js'
import { checkUrl } from './providerOptions.js'

export interface HostedOnrampOptions extends ProviderOptions {
  /** Where the provider's pages are, such as `https://pay.example`. A page elsewhere is not opened. */
  readonly origin: string
  /**
   * Where your own server makes and signs the provider's page. It gets the purchase by POST, and answers
   * `{ id, url, address, asset, currency, amount }`. The provider's secret stays there.
   */
  readonly sessionUrl: string
  /** `GET {statusUrl}/{id}` answers `{ state, transactionIds? }`. Without it, the chain alone tells how a purchase stands. */
  readonly statusUrl?: string | undefined
  /** What the provider calls the networks that it delivers on, by CAIP-2. Default the eight EVM networks of card payments. */
  readonly networks?: Readonly<Record<NetworkId, string>> | undefined
}

const names = {
  id: true,
  name: true,
  icon: true,
  feeLabel: true,
  data: true,
  origin: true,
  sessionUrl: true,
  statusUrl: true,
  networks: true,
} satisfies Record<keyof HostedOnrampOptions, true>

/**
 * A provider with pages of its own, which your server signs.
 *
 * @throws BaseError `INVALID_OPTIONS` when an address isn't http or https, `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * hostedOnramp({ id: 'example', name: 'Example', origin: 'https://pay.example', sessionUrl: '/api/buy' })
 */
export function hostedOnramp(options: HostedOnrampOptions): Plugin {
  checkOptionNames('hostedOnramp', options, names)
  const { origin, sessionUrl, networks = cardChains } = options ?? {}
  checkUrl('hostedOnramp', 'origin', origin)
  checkUrl('hostedOnramp', 'sessionUrl', sessionUrl, true)
  checkServices('hostedOnramp', options)
  const supports = (networkId: NetworkId) => Object.hasOwn(networks, networkId)
  return defineProvider(options, origin, supports, async (tools) => {
    const { createHostedSource } = await import('./lazy/createHostedSource.js')
    return createHostedSource({ ...options, ...tools, networks })
  })
}
