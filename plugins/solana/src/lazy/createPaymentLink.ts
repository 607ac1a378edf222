import { type PaymentLink, type PaymentLinkRequest, toDecimal } from '@latchkey/kernel/contracts'
import { paymentRequestInvalid } from '@latchkey/kernel/chain'
import { isAddress } from '../address.js'
import { currentNetworkId, type SolanaNetworks } from '../networks.js'

/** A transfer link of Solana Pay. It names no cluster: a wallet pays on the one it is on. */
export function createPaymentLink(
  networks: SolanaNetworks,
  { networkId, address, amount, token }: PaymentLinkRequest,
): PaymentLink | undefined {
  const native = networks.get(currentNetworkId(networkId))?.nativeCurrency
  if (!native || !isAddress(address)) return undefined
  if (amount !== undefined && amount < 0n) throw paymentRequestInvalid('The amount is negative.')
  if (token && !isAddress(token.address)) {
    throw paymentRequestInvalid(`"${token.address}" is no token of Solana.`)
  }
  const parts = [
    ...(amount === undefined ? [] : [`amount=${toDecimal(amount, (token ?? native).decimals)}`]),
    ...(token ? [`spl-token=${token.address}`] : []),
  ]
  return { address, uri: `solana:${address}${parts.length > 0 ? `?${parts.join('&')}` : ''}` }
}
