import { subscribe } from 'valtio/vanilla'
import { type NetworkId, namespaceOf } from '../contracts/caip.js'
import type { Events } from '../engine/events.js'
import type { LogService } from '../platform/log.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import { readOnly } from '../engine/readOnly.js'
import type { StorageService } from '../platform/storage.js'
import { type ActiveNetworks, createActiveNetworks } from './createActiveNetworks.js'
import type { NetworkActions } from './createNetworkActions.js'
import { createNetworkLists, type NetworkLists } from './createNetworkLists.js'
import { createNetworkChoice, type NetworkChoice } from './networkChoice.js'
import type { NetworksService } from './networksState.js'
import type { SessionController } from './session/session.js'
import type { WalletCode, WalletCodeSource } from './walletCodeSource.js'

export interface NetworksOptions {
  readonly session: SessionController
  readonly storage: StorageService
  readonly events: Pick<Events, 'emit'>
  readonly log: LogService
  readonly code: WalletCodeSource
  readonly defaultNetwork?: NetworkId | undefined
  namespaces(): readonly NamespaceContribution[]
}

export interface NetworksController extends NetworksService, Pick<NetworkActions, 'prefer'> {
  /** Reads what is stored. */
  load(): void
  /** Works out the active networks again, from the wallets, the choice and the lists. */
  refresh(): void
  release(): void
}

export function createNetworks(options: NetworksOptions): NetworksController {
  const { session, storage, events, log, code, defaultNetwork, namespaces } = options
  const lists = createNetworkLists(namespaces)
  const { list, find } = lists
  const choice = createNetworkChoice(storage)
  const active = createActiveNetworks(options, lists, choice)
  const { state, approvedOf, refresh } = active
  const idsFor = createIds(lists, choice, active)
  let loaded: NetworkActions | undefined

  /** At once where the code is there, so that a press is seen at once. */
  function act<T>(run: (actions: NetworkActions) => Promise<T>): Promise<T> {
    const make = ({ createNetworkActions }: WalletCode) => {
      loaded ??= createNetworkActions({
        session,
        events,
        log,
        lists,
        idsFor,
        active,
        choice,
      })
      return run(loaded)
    }
    return code.current ? make(code.current) : code.load().then(make)
  }

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
    idsFor,
    switch: (networkId) => act((actions) => actions.switch(networkId)),
    prefer: (entry) => act((actions) => actions.prefer(entry)),
    load() {
      choice.load()
      if (defaultNetwork !== undefined) choice.suggest(namespaceOf(defaultNetwork), defaultNetwork)
      refresh()
    },
    refresh,
    release: subscribe(session.state, refresh, true),
  }
}

/** What a wallet is asked for: the chosen network of each namespace first, or else the active one. */
function createIds(
  { offered, isOffered }: NetworkLists,
  choice: NetworkChoice,
  { state }: ActiveNetworks,
): NetworksService['idsFor'] {
  return (asking) =>
    asking.flatMap((namespace) => {
      const ids = offered(namespace).map((network) => network.id)
      const wishes = [choice.picked(namespace), state.active[namespace], choice.of(namespace)]
      const preferred = wishes.find(isOffered)
      return preferred === undefined ? ids : [...new Set([preferred, ...ids])]
    })
}
