import type { Network } from './network.js'

/** Whether an asset is the token contract of the network's own coin ({@link Network.coinToken}): the same money once more. */
export function isCoinToken(
  { address }: { readonly address?: string | undefined },
  network: Pick<Network, 'coinToken'> | undefined,
): boolean {
  // Only EVM networks have such a token; their addresses differ in case alone.
  return address !== undefined && address.toLowerCase() === network?.coinToken?.toLowerCase()
}
