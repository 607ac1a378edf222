import { subscribe } from 'valtio/vanilla'
import { type NetworkId, namespaceOf } from '../contracts/caip.js'
import { networkNotFound } from '../errors/chain.js'
import type { Events } from '../engine/events.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import { readOnly } from '../engine/readOnly.js'
import type { StorageService } from '../platform/storage.js'
import { createActiveNetworks } from './createActiveNetworks.js'
import { createNetworkLists } from './createNetworkLists.js'
import { createNetworkChoice } from './networkChoice.js'
import { type NetworksService, NetworkSwitched } from './networksState.js'
import type { SessionController } from './session/session.js'

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
  /** Works out the active networks again, from the wallets, the choice and the lists. */
  refresh(): void
  release(): void
}

export function createNetworks(options: NetworksOptions): NetworksController {
  const { session, storage, events, namespaces } = options
  const lists = createNetworkLists(namespaces)
  const { list, find, isListed } = lists
  const choice = createNetworkChoice(storage)
  const { state, asked, approvedOf, refresh } = createActiveNetworks(options, lists, choice)
  let latestSwitch = 0

  return {
    state: readOnly(state),
    list,
    find,
    active(namespace = session.state.activeNamespace ?? namespaces()[0]?.id) {
      const id = state.active[namespace ?? '']
      if (id === undefined) return undefined
      const network = find(id)
      return network ? { status: 'supported', id, network } : { status: 'unsupported', id }
    },
    isApproved: (networkId) => approvedOf(namespaceOf(networkId))?.includes(networkId) ?? true,
    supportsAllNetworks: (namespace) => approvedOf(namespace) === undefined,
    idsFor: (asking) =>
      asking.flatMap((namespace) => {
        const ids = list(namespace).map((network) => network.id)
        const preferred = [state.active[namespace], choice.of(namespace)].find(isListed)
        return preferred === undefined ? ids : [...new Set([preferred, ...ids])]
      }),
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
        choice.keep(namespace, networkId)
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
      choice.load()
      refresh()
    },
    refresh,
    release: subscribe(session.state, refresh, true),
  }
}
