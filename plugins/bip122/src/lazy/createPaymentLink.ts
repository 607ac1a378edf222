import { type PaymentLink, type PaymentLinkRequest, toDecimal } from '@latchkey/kernel/contracts'
import { paymentRequestInvalid } from '@latchkey/kernel/chain'
import { parseAddress } from '../address.js'
import { type BitcoinNetworks, familyOf } from '../networks.js'

/**
 * A link of BIP-21, which BIP-321 keeps: the address in the path, the amount in bitcoin with a point. An address belongs
 * to one form of network; what is sent to it elsewhere is refused or lost.
 */
export function createPaymentLink(
  networks: BitcoinNetworks,
  { networkId, address, amount, token }: PaymentLinkRequest,
): PaymentLink | undefined {
  const network = networks.get(networkId)
  if (!network || !parseAddress(address)?.families.includes(familyOf(network))) return undefined
  if (token) throw paymentRequestInvalid('Links of Bitcoin name no token.')
  if (amount !== undefined && amount < 0n) throw paymentRequestInvalid('The amount is negative.')
  return {
    address,
    uri: `bitcoin:${address}${amount === undefined ? '' : `?amount=${toDecimal(amount, 8)}`}`,
  }
}
