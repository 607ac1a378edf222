import { createClient, createTransport, type EIP1193RequestFn } from 'viem'
import type { ClientOptions, ClientTools, EvmClient } from '../clients.js'
import type { EvmNetwork } from '../evmChain.js'
import { completeChain } from './completeChain.js'
import { createEndpoint } from './endpoint.js'
import { createFailover } from './failover.js'
import { shareRequests } from './shareRequests.js'
import { withSoundNumbers } from './withSoundNumbers.js'

/** Attempts after the first, and the first pause between them in milliseconds; it doubles. */
const retryCount = 3
const retryDelay = 150
/** Milliseconds for one HTTP request. */
const timeout = 10_000

/** A viem client over the network's endpoints and no others. */
export async function createEvmClient(
  entry: EvmNetwork,
  options: ClientOptions,
  { clock, log, signal }: ClientTools,
): Promise<EvmClient> {
  const batch = options.batch === false ? { size: 1 } : (options.batch ?? {})
  const endpoints = entry.network.rpcUrls.map((url) =>
    withSoundNumbers(createEndpoint({ url, timeout, signal, ...batch })),
  )
  const send = createFailover(endpoints, { clock, log })
  const request = shareRequests(send) as EIP1193RequestFn
  return createClient({
    chain: await completeChain(entry.chain),
    // Names alone follow gateways, each with a limit of its own: see createIdentities.
    ccipRead: false,
    transport: () =>
      createTransport(
        { key: 'latchkey', name: 'Latchkey', type: 'latchkey', request, retryCount, retryDelay, timeout },
        { endpoints },
      ),
  })
}
