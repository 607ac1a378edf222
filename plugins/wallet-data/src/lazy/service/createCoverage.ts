import type { Clock, NetworkId } from '@latchkey/kernel/plugin'
import type { Chains } from '../chains.js'
import { createSharedCache } from '../sharedCache.js'
import type { ServiceClient } from './createClient.js'
import { supportedChains } from './schema.js'
import { isUnsupported } from './serviceErrors.js'

/** Keeps the service from being told what it cannot answer for. */
export interface Coverage {
  /**
   * Asks the service about something on a network; `undefined` when it does not serve that.
   * @throws what `work` throws, or BaseError when the service does not say what it serves, because it does not work.
   */
  ask<T>(topic: string, networkId: NetworkId, work: () => Promise<T>): Promise<T | undefined>
}

/** Milliseconds. A service gains a network rarely. */
const freshTime = 3_600_000

export interface CoverageTools {
  readonly client: ServiceClient
  readonly clock: Clock
  readonly chains: Chains
  /** What the host said; otherwise the service is asked. */
  readonly networks: readonly NetworkId[] | undefined
}

export function createCoverage({ client, clock, chains, networks }: CoverageTools): Coverage {
  const cache = createSharedCache<ReadonlySet<string> | undefined>({ clock, freshTime })
  /** Until when a topic is not asked about on a network. */
  const refused = new Map<string, number>()

  /** A service that has no such list is taken to serve what the app lists. */
  async function read(): Promise<ReadonlySet<string> | undefined> {
    const list = await client.find({
      path: '/v1/supported-chains',
      schema: supportedChains,
      hasStandIn: true,
    })
    return list && new Set(list.http)
  }

  async function serves(networkId: NetworkId): Promise<boolean> {
    // What no namespace of the app checks is told to nobody.
    if (!chains.namespace(networkId)) return false
    if (networks) return networks.includes(networkId)
    return (await cache.read('', read))?.has(networkId) ?? true
  }

  return {
    async ask(topic, networkId, work) {
      const key = `${topic} ${networkId}`
      if (clock.now() < (refused.get(key) ?? 0) || !(await serves(networkId))) return undefined
      try {
        return await work()
      } catch (error) {
        if (!isUnsupported(error)) throw error
        refused.set(key, clock.now() + freshTime)
        return undefined
      }
    },
  }
}
