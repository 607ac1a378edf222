import {
  Clock,
  definePlugin,
  Http,
  type HttpService,
  lazy,
  type NetworkId,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { OnrampProvider, type OnrampSource } from './OnrampProvider.js'
import { checkUrl, type OnrampDataOptions } from './providerOptions.js'

/** Options that every provider has. */
export interface ProviderOptions {
  /** Unique among the providers, and stable: purchases remember it. */
  readonly id: string
  /** As shown to the person. */
  readonly name: string
  readonly icon?: string | undefined
  /** The fee that the provider states. Default `1–2%`. */
  readonly feeLabel?: string | undefined
  /** Loads options and quotes. Without it, only the provider's page shows the price. */
  readonly data?: OnrampDataOptions | undefined
}

/** The plugin of one provider. Its code loads when a purchase needs it. */
export function defineProvider(
  { id, name, icon, feeLabel = '1–2%' }: ProviderOptions,
  origin: string,
  supports: (networkId: NetworkId) => boolean,
  load: (tools: { readonly http: HttpService; readonly clock: Clock }) => Promise<OnrampSource>,
): Plugin {
  return definePlugin({
    id: `onramp.${id}`,
    kernel: '^1.0.0',
    requires: { http: Http, clock: Clock },
    setup(context, tools) {
      context.add(OnrampProvider, {
        id: `onramp.${id}.provider`,
        name,
        feeLabel,
        ...(icon === undefined ? {} : { icon }),
        origins: [origin],
        supports,
        load: lazy(name, () => load(tools)),
      })
    },
  })
}

/** @throws BaseError `INVALID_OPTIONS` when the address of the data or of the status isn't http or https. */
export function checkServices(
  maker: string,
  {
    data,
    statusUrl,
  }: { readonly data?: OnrampDataOptions | undefined; readonly statusUrl?: string | undefined },
): void {
  if (data) checkUrl(maker, 'data.url', data.url)
  if (statusUrl !== undefined) checkUrl(maker, 'statusUrl', statusUrl)
}
