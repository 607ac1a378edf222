import { type NamespaceId, type NetworkId, parseNetworkId } from '../contracts/caip.js'
import { isRecord } from '../keys/isRecord.js'
import { type StorageService, guard, storageKey } from '../platform/storage.js'

const isChoice = (value: unknown): value is Record<string, NetworkId> =>
  isRecord(value) &&
  Object.entries(value).every(
    ([namespace, id]) => typeof id === 'string' && parseNetworkId(id)?.namespace === namespace,
  )

const storedNetworks = storageKey('networks', guard(isChoice))

/** The last used network of each namespace, kept across reloads. */
export interface NetworkChoice {
  of(namespace: NamespaceId): NetworkId | undefined
  /** Reads what is stored. */
  load(): void
  keep(namespace: NamespaceId, networkId: NetworkId): void
}

export function createNetworkChoice(storage: StorageService): NetworkChoice {
  let chosen: Record<string, NetworkId> = {}
  return {
    of: (namespace) => chosen[namespace],
    load() {
      chosen = storage.read(storedNetworks) ?? {}
    },
    keep(namespace, networkId) {
      if (chosen[namespace] === networkId) return
      chosen = { ...chosen, [namespace]: networkId }
      storage.write(storedNetworks, chosen)
    },
  }
}
