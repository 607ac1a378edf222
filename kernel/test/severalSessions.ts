import type { ConnectorContribution, ConnectRequest } from '../src/contracts/points/connector.js'
import type { FakeWallet } from '../src/testing/index.js'

/** A connector that reaches several wallets and holds a session with each at once, as pairing by a code does. */
export function severalSessions(id: string, wallets: readonly FakeWallet[]) {
  let taken = wallets[0]
  const keyed = async (
    wallet: FakeWallet | undefined,
    ask: 'connect' | 'restore',
    request: ConnectRequest,
  ) => {
    const connection = await wallet?.connector[ask]?.(request)
    const { name = '', id: key = '' } = wallet?.connector ?? {}
    return connection && { ...connection, key, wallet: { name } }
  }
  const connector: ConnectorContribution = {
    id,
    name: 'Pairing',
    group: 'walletConnect',
    namespaces: ['eip155'],
    readiness: () => 'installed',
    async connect(request) {
      const connection = await keyed(taken, 'connect', request)
      if (!connection) throw new Error('No wallet was taken.')
      return connection
    },
    restore: ({ key, ...request }) => {
      const asked = key === undefined ? taken : wallets.find((wallet) => wallet.connector.id === key)
      return keyed(asked, 'restore', request)
    },
  }
  return {
    connector,
    /** The wallet that the person takes to connect next. */
    take(wallet: FakeWallet) {
      taken = wallet
    },
  }
}
