import type { AccountIdentitiesService, AccountIdentity } from '@latchkey/kernel/contracts'
import {
  type Clock,
  lazy,
  type LogService,
  type NetworkId,
  type StorageService,
} from '@latchkey/kernel/plugin'
import type { NetworksService } from '@latchkey/kernel/wallet'
import { proxy } from 'valtio/vanilla'
import { type CachedName, CachedNames, cacheLimit } from './identityCache.js'
import type { IdentityOptions } from './IdentityOptions.js'
import type { NameSources } from './nameSources.js'

/** Milliseconds (specification, section 9). */
const freshTime = 300_000
/** After a failure, milliseconds until it is tried again. */
const retryTime = 30_000

export interface IdentityTools {
  readonly sources: NameSources
  readonly networks: NetworksService
  readonly storage: StorageService
  readonly clock: Clock
  readonly log: LogService
  readonly options: IdentityOptions
  readonly signal: AbortSignal
}

export interface IdentityStore extends AccountIdentitiesService {
  /** Takes up what was found before a reload. */
  restore(): void
  /** Forgets what is remembered over a reload. */
  forget(): void
}

const nothing: AccountIdentity = { status: 'success' }

export function createIdentities(tools: IdentityTools): IdentityStore {
  const { sources, storage, clock, log, signal } = tools
  const state = proxy({ entries: {} as Record<string, AccountIdentity> })
  const freshUntil = new Map<string, number>()
  const running = new Map<string, Promise<void>>()
  /** Grows each time what is remembered is forgotten: a later answer to an earlier question must not bring it back. */
  let forgotten = 0
  const code = lazy('The code for names', () => import('./lazy/accountNames.js'))

  async function find(key: string, networkId: NetworkId, address: string): Promise<void> {
    const last = state.entries[key]
    const before = forgotten
    state.entries[key] = { ...last, status: 'loading' }
    let found: AccountIdentity
    let names: Awaited<ReturnType<typeof code>> | undefined
    try {
      names = await code()
      const keepsPicture = (tools.options.pictureNetworks ?? ['eip155:1']).includes(networkId)
      found = await names.lookUp(sources, { networkId, address, last, keepsPicture, signal }, log)
    } catch (error) {
      log.debug('The code for names could not be loaded.', error)
      found = { ...last, status: 'error' }
    }
    if (signal.aborted) return
    state.entries[key] = found
    const isFound = found.status === 'success'
    const until = clock.now() + (isFound ? freshTime : retryTime)
    freshUntil.set(key, until)
    if (!names || !isFound || before !== forgotten) return
    const kept = names.withName(storage.read(CachedNames) ?? [], found, { key, until })
    storage.write(CachedNames, kept.slice(0, cacheLimit))
  }

  return {
    state,
    get: (networkId, address) => state.entries[keyOf(networkId, address)],
    async refresh(networkId, address, { force = false } = {}) {
      const key = keyOf(networkId, address)
      if (!isAsked(tools, networkId)) {
        if (state.entries[key]) state.entries[key] = nothing
        return
      }
      if (running.has(key)) return running.get(key)
      if (!force && clock.now() < (freshUntil.get(key) ?? 0)) return
      const request = find(key, networkId, address).finally(() => running.delete(key))
      running.set(key, request)
      return request
    },
    restore() {
      for (const { key, until, ...found } of youngNames(tools)) {
        state.entries[key] = { status: 'success', ...found }
        freshUntil.set(key, until)
      }
    },
    forget() {
      forgotten += 1
      storage.remove(CachedNames)
    },
  }
}

const keyOf = (networkId: NetworkId, address: string) => `${networkId}:${address}`

/** What was found before a reload and need not be asked again. */
function youngNames({ storage, clock }: IdentityTools): readonly CachedName[] {
  const now = clock.now()
  // A clock that was set back must not keep a name for ever.
  return (storage.read(CachedNames) ?? []).filter(({ until }) => until > now && until <= now + freshTime)
}

function isAsked({ networks, sources, options }: IdentityTools, networkId: NetworkId): boolean {
  const network = networks.find(networkId)
  return network !== undefined && (options.testnets || !network.testnet) && sources.on(networkId).length > 0
}
