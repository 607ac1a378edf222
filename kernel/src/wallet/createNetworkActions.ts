import { type NetworkId, namespaceOf } from '../contracts/caip.js'
import { networkNotFound } from '../errors/chain.js'
import { networkClosed } from '../errors/networkClosed.js'
import type { ActiveNetworks } from './createActiveNetworks.js'
import type { NetworkLists } from './createNetworkLists.js'
import type { NetworkChoice } from './networkChoice.js'
import type { NetworksOptions } from './networks.js'
import { type NetworksService, NetworkSwitched } from './networksState.js'
import type { ConnectionRecord } from './session/sessionState.js'

export interface NetworkTools
  extends Pick<NetworksOptions, 'session' | 'events' | 'log'>,
    Pick<NetworksService, 'idsFor'> {
  readonly lists: Pick<NetworkLists, 'find' | 'isOffered'>
  readonly active: ActiveNetworks
  readonly choice: NetworkChoice
}

export interface NetworkActions extends Pick<NetworksService, 'switch'> {
  /**
   * Asks a wallet that the person connected for the network that they or the host chose, and for one that's offered where it
   * stands on none. A wallet on an offered network is left there, and it stays connected whatever it says. One namespace after the other: a
   * person can answer one question at a time.
   */
  prefer(entry: ConnectionRecord): Promise<void>
}

/** What moves wallets from one network to another. */
export function createNetworkActions(tools: NetworkTools): NetworkActions {
  const { session, events, log, lists, idsFor, choice } = tools
  const { find, isOffered } = lists
  const whileSwitching = createSwitching(tools)
  return {
    async switch(networkId) {
      const network = find(networkId)
      if (!network) throw networkNotFound(networkId)
      const namespace = namespaceOf(networkId)
      const before = tools.active.state.active[namespace]
      if (network.closed && before !== networkId) {
        throw networkClosed(network.name, network.closed.say)
      }
      const isLatest = await whileSwitching(networkId, async () => {
        const entry = session.activeConnection(namespace)
        if (entry && entry.networks[namespace] !== networkId) await session.askNetwork(entry.id, networkId)
        choice.pick(namespace, networkId)
      })
      // A person who has asked for another namespace since then stays there.
      if (isLatest && session.state.activeNamespace !== namespace) session.setActiveNamespace(namespace)
      if (before !== networkId) events.emit(NetworkSwitched, { networkId, by: 'app' })
    },
    async prefer({ id, namespaces, networks, approvedNetworks }) {
      for (const namespace of namespaces) {
        const current = networks[namespace]
        const picked = choice.picked(namespace)
        const wanted = isOffered(picked) || isOffered(current) ? picked : idsFor([namespace])[0]
        if (current === undefined || !isOffered(wanted) || wanted === current) continue
        if (approvedNetworks[namespace]?.includes(wanted) === false) continue
        try {
          await whileSwitching(wanted, () => session.askNetwork(id, wanted))
        } catch (error) {
          choice.pick(namespace, undefined)
          log.debug('The wallet stays on its own network.', error)
        }
      }
    },
  }
}

/** Shows a switch while it's under way. Returns whether no other one began since. */
function createSwitching({ active: { state, asked, refresh }, choice }: NetworkTools) {
  let latest = 0
  return async (networkId: NetworkId, run: () => Promise<void>): Promise<boolean> => {
    latest += 1
    const own = latest
    state.switching = networkId
    asked.add(networkId)
    try {
      await run()
      choice.keep(namespaceOf(networkId), networkId)
      refresh()
      return own === latest
    } finally {
      asked.delete(networkId)
      if (own === latest) state.switching = undefined
    }
  }
}
