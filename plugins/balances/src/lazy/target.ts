import type { ActiveWallet } from '@latchkey/kernel/wallet'
import type { NamespaceId, Network, NetworkId } from '@latchkey/kernel/plugin'
import { namespaceOf } from '@latchkey/kernel/contracts'
import type { Tools } from './tools.js'

/** An account on a network, whose balances are wanted. */
export interface Target {
  /** `networkId:address`. */
  readonly key: string
  readonly namespace: NamespaceId
  readonly networkId: NetworkId
  readonly address: string
  /** `undefined` on a network that the host does not list. */
  readonly network: Network | undefined
}

export function targetOf({ namespace, networkId, network, account }: ActiveWallet): Target {
  const { address } = account
  return { key: `${networkId}:${address}`, namespace, networkId, address, network }
}

/** Whether a key is of an account that is still active, on whichever of its networks. */
export function isOfActiveAccount({ wallets }: Pick<Tools, 'wallets'>, key: string): boolean {
  const address = wallets.active(namespaceOf(key as NetworkId))?.account.address
  return address !== undefined && key.endsWith(`:${address}`)
}
