import { type Clock, messageOf } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import type { ApiPromise } from '@polkadot/api'
import type { PolkadotNetwork } from '../../networks.js'
import { connectApi, hostOf } from './connectApi.js'

/**
 * Connects to the first endpoint of a network that answers; the one that answered last is asked first.
 *
 * @throws NetworkError `POLKADOT_RPC_UNREACHABLE` when no endpoint can be used.
 */
export function createApiConnector(
  clock: Clock,
  ended: AbortSignal,
): (network: PolkadotNetwork) => Promise<ApiPromise> {
  const best = new Map<string, string>()

  return async (network) => {
    const first = best.get(network.id)
    const urls = first === undefined ? network.rpcUrls : [...new Set([first, ...network.rpcUrls])]
    const faults: string[] = []
    let last: unknown
    for (const url of urls) {
      ended.throwIfAborted()
      try {
        const api = await connectApi(network, url, clock)
        best.set(network.id, url)
        return api
      } catch (error) {
        last = error
        faults.push(`${hostOf(url)}: ${messageOf(error)}`)
      }
    }
    best.delete(network.id)
    throw new NetworkError(`${network.name} can’t be reached. Check the connection and try again.`, {
      code: 'POLKADOT_RPC_UNREACHABLE',
      parameters: { network: network.name },
      metaMessages: faults,
      cause: last,
    })
  }
}
