import { NetworkError } from '@latchkey/kernel/chain'

/** Faults of swapping. */

export function swapNetworkUnsupported(networkId: string): NetworkError {
  return new NetworkError('Network not supported for Swaps', {
    code: 'SWAP_NETWORK_UNSUPPORTED',
    metaMessages: [`Network: ${networkId}`],
  })
}

export function gasPriceNetworkUnsupported(networkId: string): NetworkError {
  return new NetworkError('Network not supported for Gas Price', {
    code: 'GAS_PRICE_NETWORK_UNSUPPORTED',
    metaMessages: [`Network: ${networkId}`],
  })
}
