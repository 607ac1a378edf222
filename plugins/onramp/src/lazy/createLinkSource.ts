import type { Clock, HttpService } from '@latchkey/kernel/plugin'
import type { LinkOnrampOptions, LinkParameter } from '../linkOnramp.js'
import type { OnrampSource } from '../OnrampProvider.js'
import { createServiceData } from './createServiceData.js'
import { createStatus } from './createStatus.js'

const usualNames: Readonly<Record<LinkParameter, string>> = {
  address: 'walletAddress',
  asset: 'destinationCurrencyCode',
  currency: 'sourceCurrencyCode',
  amount: 'sourceAmount',
  country: 'countryCode',
  method: 'paymentMethodType',
  purchase: 'externalCustomerId',
}

/** A provider whose page takes everything in its link. */
export function createLinkSource(
  tools: LinkOnrampOptions & { readonly http: HttpService; readonly clock: Clock },
): OnrampSource {
  const { http, clock, name, url, data, statusUrl, assetCode = ({ symbol }) => symbol } = tools
  const names = { ...usualNames, ...tools.parameters }
  return {
    ...(data ? createServiceData({ ...data, http, clock, what: name }) : {}),
    ...createStatus(http, name, statusUrl),
    async open({ address, asset, currency, amount, country, method }) {
      const id = crypto.randomUUID()
      const page = new URL(url)
      const values = { address, asset: assetCode(asset), currency, amount, country, method, purchase: id }
      for (const [parameter, value] of Object.entries(values)) {
        page.searchParams.set(names[parameter as LinkParameter], value)
      }
      return { id, url: page.href, address, asset, currency, amount }
    },
  }
}
