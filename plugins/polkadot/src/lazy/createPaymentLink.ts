import type { PaymentLink, PaymentLinkRequest } from '@latchkey/kernel/contracts'
import { paymentRequestInvalid } from '@latchkey/kernel/chain'
import { addressFor } from '../address.js'
import type { PolkadotNetworks } from '../networks.js'

/** There is no link that wallets of Polkadot agree on, so that the plain address in the network's form is it. */
export function createPaymentLink(
  networks: PolkadotNetworks,
  { networkId, address: receiver, amount, token }: PaymentLinkRequest,
): PaymentLink | undefined {
  const prefix = networks.get(networkId)?.ss58Prefix
  const address = prefix === undefined ? undefined : addressFor(prefix, receiver)
  if (address === undefined) return undefined
  if (amount === undefined && !token) return { address, uri: address }
  throw paymentRequestInvalid('Polkadot has no link that names an amount or a token.')
}
