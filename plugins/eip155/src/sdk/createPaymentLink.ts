import type { NetworkId } from '@latchkey/kernel/plugin'
import type { PaymentLink, PaymentLinkRequest } from '@latchkey/kernel/contracts'
import { paymentRequestInvalid } from '@latchkey/kernel/chain'
import { isAddress, toChecksumAddress } from '../address.js'
import type { EvmNetworks } from '../evmChain.js'

/**
 * A link of EIP-681. The chain is always named, because a link without it means whatever network the payer's wallet is
 * on. Amounts are whole digits of the smallest unit: the exponent that the standard allows is not read by every wallet.
 */
export function createPaymentLink(
  networks: EvmNetworks,
  { networkId, address: receiver, amount, token }: PaymentLinkRequest,
): PaymentLink | undefined {
  const chain = networks.get(networkId)?.chain.id
  const address = written(receiver, networkId)
  if (chain === undefined || address === undefined) return undefined
  if (amount !== undefined && amount < 0n) throw paymentRequestInvalid('The amount is negative.')
  if (!token) return { address, uri: `ethereum:${address}@${chain}${argument('?value=', amount)}` }
  const contract = written(token.address, networkId)
  if (contract === undefined) throw paymentRequestInvalid(`"${token.address}" is no token of an EVM network.`)
  const call = `transfer?address=${address}${argument('&uint256=', amount)}`
  return { address, uri: `ethereum:${contract}@${chain}/${call}` }
}

// A wrong checksum is a typing error, which must not be corrected where money will go.
const written = (value: string, networkId: NetworkId) =>
  isAddress(value, networkId) ? toChecksumAddress(value) : undefined

const argument = (name: string, value: bigint | undefined) => (value === undefined ? '' : `${name}${value}`)
