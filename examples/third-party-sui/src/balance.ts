import { Balance, capability } from '@latchkey/kernel/contracts'
import { coins } from './networks.js'
import type { Node } from './node.js'

export const balance = (node: Node) =>
  capability(Balance, {
    native: async ({ networkId, address, signal }) =>
      coins(await node.balance({ networkId, signal }, address)),
  })
