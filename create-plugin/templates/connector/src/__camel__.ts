import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Eip155Connections } from '@latchkey/plugin-eip155'
import { findProvider } from './findProvider.js'

export interface __pascal__Options {
  /** A `data:` or `https:` picture in place of the wallet's own. */
  readonly icon?: string
}

/** Makes the plugin: __label__ in the list of wallets, for the networks that `eip155` lists. */
export function __camel__({ icon }: __pascal__Options = {}) {
  return definePlugin({
    id: '__pluginId__',
    kernel: '^1.0.0',
    requires: { connections: Eip155Connections },
    setup(context, { connections }) {
      const wallet = { name: '__label__', provider: findProvider }
      context.add(Connector, {
        id: '__pluginId__',
        name: wallet.name,
        ...(icon && { icon }),
        group: 'injected',
        namespaces: ['eip155'],
        readiness: () => (findProvider() ? 'installed' : 'missing'),
        prepare: () => connections.prepare(),
        connect: (request) => connections.connect(wallet, request),
        restore: (request) => connections.restore(wallet, request),
        listen: (request) => connections.listen(wallet, request),
      })
    },
  })
}
