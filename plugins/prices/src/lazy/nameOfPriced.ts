import { parseNetworkId } from '@latchkey/kernel/contracts'
import type { Priced } from '../PriceSource.js'

/** The asset as CAIP writes it, without case where addresses have none; a currency by its name. */
export function nameOfPriced({ networkId, currency, ...rest }: Priced): string {
  if (networkId === undefined) return `currency:${currency}`
  const { address } = rest as { readonly address?: string }
  if (address === undefined) return networkId
  const isHex = parseNetworkId(networkId)?.namespace === 'eip155'
  return `${networkId}/${isHex ? address.toLowerCase() : address}`
}
