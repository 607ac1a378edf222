import { type NamespaceId, type NetworkId, parseNetworkId } from '../contracts/caip.js'
import { isRecord } from '../keys/isRecord.js'
import { type StorageService, guard, storageKey } from '../platform/storage.js'

const isChoice = (value: unknown): value is Record<string, NetworkId> =>
  isRecord(value) &&
  Object.entries(value).every(
    ([namespace, id]) => typeof id === 'string' && parseNetworkId(id)?.namespace === namespace,
  )

const storedNetworks = storageKey('networks', guard(isChoice))
const storedPicks = storageKey('networks.picked', guard(isChoice))

/** The last used network of each namespace, and the one that was asked for, kept across reloads. */
export interface NetworkChoice {
  of(namespace: NamespaceId): NetworkId | undefined
  /** The network that the person chose in the app, or the host, until the wallet moves to another one by itself. */
  picked(namespace: NamespaceId): NetworkId | undefined
  /** Reads what is stored. */
  load(): void
  keep(namespace: NamespaceId, networkId: NetworkId): void
  pick(namespace: NamespaceId, networkId: NetworkId | undefined): void
  /** Takes the host's network for picked where nothing is stored. */
  suggest(namespace: NamespaceId, networkId: NetworkId): void
}

export function createNetworkChoice(storage: StorageService): NetworkChoice {
  let chosen: Record<string, NetworkId> = {}
  let picks: Record<string, NetworkId> = {}
  return {
    of: (namespace) => chosen[namespace],
    picked: (namespace) => picks[namespace],
    load() {
      chosen = storage.read(storedNetworks) ?? {}
      picks = storage.read(storedPicks) ?? {}
    },
    keep(namespace, networkId) {
      if (chosen[namespace] === networkId) return
      chosen = { ...chosen, [namespace]: networkId }
      storage.write(storedNetworks, chosen)
    },
    pick(namespace, networkId) {
      if (picks[namespace] === networkId) return
      const { [namespace]: _, ...others } = picks
      picks = networkId === undefined ? others : { ...others, [namespace]: networkId }
      storage.write(storedPicks, picks)
    },
    suggest(namespace, networkId) {
      if (chosen[namespace] === undefined) picks = { [namespace]: networkId, ...picks }
    },
  }
}
