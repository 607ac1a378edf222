import { encodeHex } from '@latchkey/kernel/chain'
import { type Connection, ConnectorError, type ConnectRequest, type NetworkId } from '@latchkey/kernel/plugin'
import { accountKey } from '../address.js'
import type { PolkadotNetwork } from '../networks.js'
import type { PolkadotWallet } from '../provider.js'
import { accountsOn, type WalletAccount } from './accounts.js'
import type { FollowedAccounts } from './followAccounts.js'

export interface CreateConnectionOptions {
  readonly name: string
  readonly injected: PolkadotWallet
  /** What the wallet shares: something that can be used. */
  readonly followed: FollowedAccounts
  /** Networks to serve, the preferred one first. */
  readonly asked: readonly PolkadotNetwork[]
  readonly request: Pick<ConnectRequest, 'onChange'>
}

/**
 * A connection with what a wallet shares. The wallets know no current network, so the connection keeps it: switching writes the
 * addresses in the other network's form.
 */
export function createConnection(options: CreateConnectionOptions): Connection {
  const { name, injected, followed, asked, request } = options
  const served = () => asked.filter((network) => accountsOn(network, followed.list()).length > 0)
  let chosen: PolkadotNetwork | undefined
  /** One whose accounts are gone is left for another. */
  const network = () => {
    const all = served()
    if (!chosen || !all.includes(chosen)) [chosen] = all
    return chosen as PolkadotNetwork
  }
  const state = () => ({
    accounts: accountsOn(network(), followed.list()),
    networks: { polkadot: network().id },
    approvedNetworks: { polkadot: served().map(({ id }) => id) },
  })
  followed.follow({
    changed: () => request.onChange(state()),
    // Asked once more, a wallet that took its permission back would prompt the person.
    ended: (reason) =>
      request.onChange({ ended: { isRevoked: true, ...(reason === undefined ? {} : { reason }) } }),
  })
  const wallet = walletWithKeyTypes(name, injected, followed.list)
  return {
    ...state(),
    provider: (namespace) => (namespace === 'polkadot' ? wallet : undefined),
    async switchNetwork(networkId) {
      const next = asked.find(({ id }) => id === networkId)
      if (!next || !served().includes(next)) throw notServed(name, next?.name ?? networkId, networkId)
      chosen = next
      request.onChange(state())
    },
    refresh: followed.refresh,
    release: followed.stop,
    // The convention has no way to end the wallet's side. The connection ends when the app stops listening.
    async disconnect() {
      followed.stop()
    },
  }
}

/** The wallet, which also says of what type an account's key is. */
const walletWithKeyTypes = (
  name: string,
  injected: PolkadotWallet,
  list: () => readonly WalletAccount[],
): PolkadotWallet => ({
  ...injected,
  name,
  keyType(address) {
    const key = accountKey(address)
    return key && list().find((account) => encodeHex(account.key) === encodeHex(key))?.type
  },
})

function notServed(name: string, network: string, networkId: NetworkId): ConnectorError {
  return new ConnectorError(`${name} has no account for ${network}. Choose one there, and connect again.`, {
    code: 'WALLET_NETWORK_UNSUPPORTED',
    parameters: { wallet: name, network },
    metaMessages: [`Asked for: ${networkId}`],
  })
}
