import { untilAborted } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { CapabilityTools } from '../capabilities.js'
import type { EvmClient } from '../clients.js'
import { nodeError } from './nodeError.js'

/** Works with the client of a network until the signal aborts. What viem throws becomes one of our errors. */
export async function runOnNode<T>(
  { clients, networks }: CapabilityTools,
  { networkId, signal }: { readonly networkId: NetworkId; readonly signal?: AbortSignal },
  work: (client: EvmClient) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const client = await clients.client(networkId)
  const running = work(client).catch((error: unknown) => {
    throw nodeError(error, networks.get(networkId)?.network.name ?? networkId)
  })
  return untilAborted(signal, running)
}
