import type { Account, NamespaceId, NetworkId } from '@latchkey/kernel/plugin'
import type { AccountId } from '@latchkey/kernel/contracts'
import type { ActiveWallet, WalletTarget } from '@latchkey/kernel/wallet'

/** Who is to be signed in: the active account on the active network of the active namespace. */
export interface Target {
  readonly id: AccountId
  readonly namespace: NamespaceId
  readonly networkId: NetworkId
  readonly connectionId: string
  readonly account: Account
  /** Finds the wallet again when it is asked. */
  readonly wallet: WalletTarget
  /** Whether the host lists the network. */
  readonly supported: boolean
}

export function readTarget(wallet: ActiveWallet | undefined): Target | undefined {
  if (!wallet) return undefined
  const { accountId: id, namespace, networkId, account, connection, network, target } = wallet
  const supported = network !== undefined
  return { id, namespace, networkId, connectionId: connection.id, account, wallet: target, supported }
}

/** Whether the account is only looked at. Its address was typed, so that what its owner signed says nothing of who is here. */
export const isWatched = ({ account }: Pick<Target, 'account'>): boolean => account.kind === 'watching'

/** What an event says of it. */
export function factsOf({ networkId, account }: Target) {
  return { networkId, isSmartAccount: account.kind === 'smartAccount' }
}
