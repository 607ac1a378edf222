import { capability, Explorer, SignMessage } from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace, type Plugin } from '@latchkey/kernel/plugin'
import { linkToExplorer } from '@latchkey/kernel/chain'
import { isCosmosAddress, isSameCosmosAccount } from './address.js'
import { balance } from './balance.js'
import { history } from './history.js'
import { CosmosProvider, keplrConnector } from './keplr.js'
import { cosmosHub, type CosmosNetwork, osmosis } from './networks.js'
import { createNode } from './node.js'
import { send } from './send.js'
import { signCosmosMessage } from './signMessage.js'

export interface CosmosOptions {
  /** Default Cosmos Hub and Osmosis. */
  readonly networks?: readonly CosmosNetwork[]
}

/** Cosmos chains and the Keplr wallet. */
export function cosmos({ networks = [cosmosHub, osmosis] }: CosmosOptions = {}): Plugin {
  const prefixes = networks.map((network) => network.bech32Prefix)
  return definePlugin({
    id: 'example.cosmos',
    kernel: '^1.0.0',
    setup(context) {
      const node = createNode(context, networks)
      context.add(Namespace, {
        id: 'cosmos',
        label: 'Cosmos',
        networks,
        isAddress: (value) => isCosmosAddress(value, prefixes),
        isSameAddress: isSameCosmosAccount,
        capabilities: [
          balance(node, networks),
          send(node, networks),
          history(node, networks),
          capability(SignMessage, CosmosProvider, signCosmosMessage),
          capability(Explorer, {
            addressUrl: (networkId, address) => link(networks, networkId, 'accounts', address),
            transactionUrl: (networkId, id) => link(networks, networkId, 'transactions', id),
          }),
        ],
      })
      context.add(
        Connector,
        keplrConnector({
          id: 'example.cosmos.keplr',
          name: 'Keplr',
          windowKey: 'keplr',
          changeEvent: 'keplr_keystorechange',
          networks,
        }),
      )
    },
  })
}

function link(
  networks: readonly CosmosNetwork[],
  networkId: string,
  kind: string,
  id: string,
): string | undefined {
  return linkToExplorer(networks.find((network) => network.id === networkId)?.explorer?.url, kind, id)
}
