import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Eip155Connections } from '@latchkey/plugin-eip155'
import type { TestWallet } from './createTestWallet.js'

/** Puts the test wallet into the list of wallets. */
export function testWalletPlugin({ provider }: TestWallet) {
  return definePlugin({
    id: 'test.wallet',
    kernel: '^1.0.0',
    requires: { connections: Eip155Connections },
    setup(context, { connections }) {
      const wallet = { name: 'Test wallet', provider: () => provider }
      context.add(Connector, {
        id: 'test.wallet',
        name: wallet.name,
        group: 'injected',
        namespaces: ['eip155'],
        readiness: () => 'installed',
        prepare: () => connections.prepare(),
        connect: (request) => connections.connect(wallet, request),
        restore: (request) => connections.restore(wallet, request),
        listen: (request) => connections.listen(wallet, request),
      })
    },
  })
}
