import { untilAborted } from '@latchkey/kernel/chain'
import type { Clock, TimerHandle } from '@latchkey/kernel/plugin'
import type { ApiPromise } from '@polkadot/api'
import type { PolkadotNetwork } from '../../networks.js'
import { createApiConnector } from './createApiConnector.js'
import { nodeErrorFrom } from './nodeErrors.js'

/** Milliseconds a connection is kept while it is not in use. */
const idleTime = 30_000

/** A node in use. */
export interface Lease {
  readonly api: ApiPromise
  /** May be called any number of times. */
  end(): void
}

/** Connections to nodes: one for each network, opened when used, closed when idle. */
export interface Chains {
  readonly clock: Clock
  /**
   * Takes a connection until the lease ends.
   *
   * @throws NetworkError `POLKADOT_RPC_UNREACHABLE` when no endpoint can be used.
   */
  lease(network: PolkadotNetwork, signal?: AbortSignal): Promise<Lease>
  /** Reads. When the node goes away meanwhile, another one is asked, once. */
  read<T>(
    network: PolkadotNetwork,
    signal: AbortSignal | undefined,
    work: (api: ApiPromise) => Promise<T>,
  ): Promise<T>
  dispose(): Promise<void>
}

interface Entry {
  readonly connecting: Promise<ApiPromise>
  users: number
  idle?: TimerHandle
}

export function createChains(clock: Clock, ended: AbortSignal): Chains {
  const entries = new Map<string, Entry>()
  const connect = createApiConnector(clock, ended)

  function open(network: PolkadotNetwork): Entry {
    const found = entries.get(network.id)
    if (found) return found
    const entry: Entry = { connecting: connect(network), users: 0 }
    const forget = () => forgetEntry(entries, network.id, entry)
    entry.connecting.then((api) => {
      // It does not connect again by itself. The next lease connects, to whichever endpoint answers.
      api.on('disconnected', () => {
        forget()
        void api.disconnect()
      })
      if (ended.aborted) void api.disconnect()
    }, forget)
    entries.set(network.id, entry)
    return entry
  }

  function release(network: PolkadotNetwork, entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0) return
    entry.idle = clock.setTimeout(() => {
      forgetEntry(entries, network.id, entry)
      void entry.connecting.then((api) => api.disconnect())
    }, idleTime)
  }

  const chains: Chains = {
    clock,
    async lease(network, signal) {
      const entry = open(network)
      entry.users += 1
      if (entry.idle !== undefined) clock.clearTimeout(entry.idle)
      let released = false
      const end = () => {
        if (released) return
        released = true
        if (entries.get(network.id) === entry) release(network, entry)
      }
      try {
        return { api: await untilAborted(signal, () => entry.connecting), end }
      } catch (error) {
        end()
        throw error
      }
    },
    read: (network, signal, work) => readFromChain(chains, network, signal, work),
    async dispose() {
      const all = [...entries.values()]
      entries.clear()
      for (const { idle } of all) if (idle !== undefined) clock.clearTimeout(idle)
      await Promise.allSettled(all.map(async ({ connecting }) => (await connecting).disconnect()))
    },
  }
  return chains
}

async function readFromChain<T>(
  chains: Pick<Chains, 'lease'>,
  network: PolkadotNetwork,
  signal: AbortSignal | undefined,
  work: (api: ApiPromise) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const { api, end } = await chains.lease(network, signal)
    try {
      return await untilAborted(signal, () => work(api))
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (api.isConnected || attempt === 2) throw nodeErrorFrom(error)
    } finally {
      end()
    }
  }
}

/** Another connection may have taken the entry's place. */
function forgetEntry(entries: Map<string, Entry>, networkId: string, entry: Entry): void {
  if (entries.get(networkId) === entry) entries.delete(networkId)
}
