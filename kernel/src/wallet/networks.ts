import { proxy, subscribe } from 'valtio/vanilla'
import { type NamespaceId, type NetworkId, namespaceOf, parseNetworkId } from '../contracts/caip.js'
import { networkNotFound } from '../errors/chain.js'
import type { Events } from '../engine/events.js'
import type { Network } from '../contracts/network.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import { isRecord } from '../keys/isRecord.js'
import { readOnly } from '../engine/readOnly.js'
import { type NetworksService, NetworkSwitched } from './networksState.js'
import type { SessionController } from './session/session.js'
import { type StorageService, guard, storageKey } from '../platform/storage.js'

const isChoice = (value: unknown): value is Record<string, NetworkId> =>
  isRecord(value) &&
  Object.entries(value).every(
    ([namespace, id]) => typeof id === 'string' && parseNetworkId(id)?.namespace === namespace,
  )

const storedNetworks = storageKey('networks', guard(isChoice))

export interface NetworksOptions {
  readonly session: SessionController
  readonly storage: StorageService
  readonly events: Pick<Events, 'emit'>
  readonly defaultNetwork?: NetworkId | undefined
  namespaces(): readonly NamespaceContribution[]
}

export interface NetworksController extends NetworksService {
  /** Reads what is stored. */
  load(): void
  /** Works the active networks out anew, from the wallets, the choice and the lists. */
  refresh(): void
  release(): void
}

export function createNetworks(options: NetworksOptions): NetworksController {
  const { session, storage, events, defaultNetwork } = options
  const state = proxy({
    active: {} as Record<string, NetworkId>,
    switching: undefined as NetworkId | undefined,
  })
  let chosen: Record<string, NetworkId> = {}
  const asked = new Set<NetworkId>()
  let latestSwitch = 0

  const list = (namespace?: NamespaceId): readonly Network[] =>
    options.namespaces().flatMap(({ id, networks }) => (id === (namespace ?? id) ? networks : []))
  const find = (networkId: NetworkId) =>
    list(namespaceOf(networkId)).find((network) => network.id === networkId)
  const approvedOf = (namespace: NamespaceId) =>
    session.activeConnection(namespace)?.approvedNetworks[namespace]
  const isListed = (networkId: NetworkId | undefined): networkId is NetworkId =>
    networkId !== undefined && find(networkId) !== undefined

  function choose(namespace: NamespaceId, networkId: NetworkId): void {
    if (chosen[namespace] === networkId) return
    chosen = { ...chosen, [namespace]: networkId }
    storage.write(storedNetworks, chosen)
  }

  function networkOf(namespace: NamespaceId): NetworkId | undefined {
    const connection = session.activeConnection(namespace)
    const ofWallet = connection?.networks[namespace]
    if (ofWallet !== undefined) return ofWallet
    const ofHost = namespaceOf(defaultNetwork ?? '') === namespace ? defaultNetwork : undefined
    const wished = [chosen[namespace], ofHost].find(isListed) ?? list(namespace)[0]?.id
    const approved = approvedOf(namespace)
    if (!approved || (wished !== undefined && approved.includes(wished))) return wished
    return approved.find(isListed) ?? approved[0]
  }

  function refresh(): void {
    for (const { id: namespace } of options.namespaces()) {
      const next = networkOf(namespace)
      const previous = state.active[namespace]
      if (next === previous) continue
      if (next === undefined) delete state.active[namespace]
      else state.active[namespace] = next
      if (next === undefined || !session.activeConnection(namespace)) continue
      if (isListed(next)) choose(namespace, next)
      if (previous !== undefined && !asked.has(next))
        events.emit(NetworkSwitched, { networkId: next, by: 'wallet' })
    }
  }

  const service: NetworksController = {
    state: readOnly(state),
    list,
    find,
    active(namespace = session.state.activeNamespace ?? options.namespaces()[0]?.id) {
      const id = state.active[namespace ?? '']
      if (id === undefined) return undefined
      const network = find(id)
      return network ? { status: 'supported', id, network } : { status: 'unsupported', id }
    },
    isApproved: (networkId) => approvedOf(namespaceOf(networkId))?.includes(networkId) ?? true,
    supportsAllNetworks: (namespace) => approvedOf(namespace) === undefined,
    idsFor(namespaces) {
      return namespaces.flatMap((namespace) => {
        const ids = list(namespace).map((network) => network.id)
        const preferred = [state.active[namespace], chosen[namespace]].find(isListed)
        return preferred === undefined ? ids : [...new Set([preferred, ...ids])]
      })
    },
    async switch(networkId) {
      if (!isListed(networkId)) throw networkNotFound(networkId)
      const namespace = namespaceOf(networkId)
      const own = ++latestSwitch
      const before = state.active[namespace]
      state.switching = networkId
      asked.add(networkId)
      try {
        const entry = session.activeConnection(namespace)
        if (entry && entry.networks[namespace] !== networkId) await session.askNetwork(entry.id, networkId)
        choose(namespace, networkId)
        refresh()
        // A person who has asked for another namespace since then stays there.
        if (own === latestSwitch && session.state.activeNamespace !== namespace) {
          session.setActiveNamespace(namespace)
        }
        if (before !== networkId) events.emit(NetworkSwitched, { networkId, by: 'app' })
      } finally {
        asked.delete(networkId)
        if (own === latestSwitch) state.switching = undefined
      }
    },
    load() {
      chosen = storage.read(storedNetworks) ?? {}
      refresh()
    },
    refresh,
    release: subscribe(session.state, refresh, true),
  }
  return service
}
