import { Balance, capability } from '@latchkey/kernel/contracts'
import { coins, networkOf } from './amounts.js'
import type { CosmosNetwork } from './networks.js'
import type { Node } from './node.js'

export const balance = (node: Node, networks: readonly CosmosNetwork[]) =>
  capability(Balance, {
    async native({ networkId, address, signal }) {
      const network = networkOf(networks, networkId)
      return coins(network, await node.balance({ networkId, signal }, address, network.denom))
    },
  })
