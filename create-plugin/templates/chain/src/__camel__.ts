import { createJsonRpc } from '@latchkey/kernel/chain'
import { Connector, definePlugin, Namespace, type Network } from '@latchkey/kernel/plugin'
import { isAddress, isSameAddress } from './address.js'
import { balance } from './balance.js'
import { explorer } from './explorer.js'
import { mainnet } from './networks.js'
import { createNode } from './node.js'
import { send } from './send.js'
import { signMessage } from './signMessage.js'
import { wallet } from './wallet.js'

export interface __pascal__Options {
  /** Default the main network. */
  readonly networks?: readonly Network[]
}

/** Makes the plugin: __label__, and the wallet that it's used with. */
export function __camel__({ networks = [mainnet] }: __pascal__Options = {}) {
  return definePlugin({
    id: '__pluginId__',
    kernel: '^1.0.0',
    setup(context) {
      const node = createNode(createJsonRpc(context, networks))
      context.add(Namespace, {
        id: '__id__',
        label: '__label__',
        networks,
        isAddress,
        isSameAddress,
        capabilities: [balance(node), send(node), signMessage(), explorer(networks)],
      })
      context.add(
        Connector,
        wallet.connector(context, {
          id: '__pluginId__.wallet',
          find: () => Reflect.get(globalThis, '__camel__Wallet'),
        }),
      )
    },
  })
}
