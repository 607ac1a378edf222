import { createJsonRpc } from '@latchkey/kernel/chain'
import { definePlugin, Namespace, type Network } from '@latchkey/kernel/plugin'
import { isSameSuiAddress, isSuiAddress } from './address.js'
import { balance } from './balance.js'
import { explorer } from './explorer.js'
import { suiMainnet } from './networks.js'
import { createNode } from './node.js'
import { send } from './send.js'
import { signMessage } from './signMessage.js'
import { watchWallets } from './watchWallets.js'

export interface SuiOptions {
  /** With the endpoints that the page asks. Default the main network, without any. */
  readonly networks?: readonly Network[]
}

/** Sui, and every wallet that registers itself for it by Wallet Standard. */
export function sui({ networks = [suiMainnet] }: SuiOptions = {}) {
  return definePlugin({
    id: 'example.sui',
    kernel: '^1.0.0',
    setup(context) {
      const node = createNode(createJsonRpc(context, networks))
      context.add(Namespace, {
        id: 'sui',
        label: 'Sui',
        networks,
        isAddress: isSuiAddress,
        isSameAddress: isSameSuiAddress,
        capabilities: [balance(node), send(node), signMessage(), explorer(networks)],
      })
      return { start: () => context.defer(watchWallets(context)) }
    },
  })
}
