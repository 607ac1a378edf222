import { encodeHex } from '@latchkey/kernel/chain'
import {
  type Connection,
  type ConnectionChange,
  ConnectorError,
  type ConnectRequest,
  type LogService,
  messageOf,
  type NetworkId,
} from '@latchkey/kernel/plugin'
import { accountKey } from '../address.js'
import type { PolkadotNetwork } from '../networks.js'
import type { PolkadotWallet } from '../provider.js'
import { accountsOn, readAccounts, type WalletAccount } from './accounts.js'
import { watchAccounts } from './watchAccounts.js'

export interface CreateConnectionOptions {
  readonly name: string
  readonly injected: PolkadotWallet
  /** What the wallet shared. */
  readonly list: readonly WalletAccount[]
  /** Networks to serve, the preferred one first. */
  readonly asked: readonly PolkadotNetwork[]
  readonly request: ConnectRequest
  readonly log: LogService
}

/**
 * A connection with what a wallet shared, or `undefined` when nothing of it is of use. The wallets know no current
 * network, so the connection keeps it: switching writes the addresses in the other network's form.
 */
export function createConnection(options: CreateConnectionOptions): Connection | undefined {
  const { name, injected, asked, request, log } = options
  let { list } = options
  const served = () => asked.filter((network) => accountsOn(network, list).length > 0)
  const first = served()[0]
  if (!first) return undefined
  let network = first
  let ended = false

  const state = () => ({
    accounts: accountsOn(network, list),
    networks: { polkadot: network.id },
    approvedNetworks: { polkadot: served().map(({ id }) => id) },
  })
  const report = (change: ConnectionChange) => {
    if (!ended) request.onChange(change)
  }
  const end = (reason?: string) => report({ ended: reason === undefined ? {} : { reason } })

  function accept(value: unknown): void {
    if (ended) return
    try {
      const next = readAccounts(name, 'accounts.subscribe', value)
      if (isSameList(next, list)) return
      list = next
      const [other] = served()
      // Locked, revoked, or nothing left that can be used here.
      if (!other) return end()
      if (accountsOn(network, list).length === 0) network = other
      report(state())
    } catch (error) {
      log.warn(`"${name}" reported accounts that cannot be used.`, error)
      end(messageOf(error))
    }
  }

  const stopWatching = watchAccounts({ injected, accept, name, log })
  const release = () => {
    if (ended) return
    ended = true
    stopWatching()
  }
  const wallet = walletWithKeyTypes(name, injected, () => list)
  return {
    ...state(),
    provider: (namespace) => (namespace === 'polkadot' ? wallet : undefined),
    async switchNetwork(networkId) {
      const next = asked.find(({ id }) => id === networkId)
      if (!next || accountsOn(next, list).length === 0)
        throw notServed(name, next?.name ?? networkId, networkId)
      network = next
      report(state())
    },
    release,
    // The convention has no way to end the wallet's side. The connection ends when the app stops listening.
    async disconnect() {
      release()
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

const keyOf = ({ key, genesisHash, label, type }: WalletAccount) =>
  [encodeHex(key), genesisHash, label, type].join()

function isSameList(left: readonly WalletAccount[], right: readonly WalletAccount[]): boolean {
  return left.map(keyOf).join('\n') === right.map(keyOf).join('\n')
}

function notServed(name: string, network: string, networkId: NetworkId): ConnectorError {
  return new ConnectorError(`${name} has no account for ${network}. Choose one there, and connect again.`, {
    code: 'WALLET_NETWORK_UNSUPPORTED',
    parameters: { wallet: name, network },
    metaMessages: [`Asked for: ${networkId}`],
  })
}
