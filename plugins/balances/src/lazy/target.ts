import { type NamespaceId, namespaceOf, type Network, type NetworkId } from '@latchkey/kernel/plugin'
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

type Where = Pick<Tools, 'session' | 'networks'>

/** The active account of a namespace on its active network, while one is connected. */
export function targetOf({ session, networks }: Where, namespace: NamespaceId): Target | undefined {
  const address = session.activeAccount(namespace)?.address
  const active = networks.active(namespace)
  if (address === undefined || !active) return undefined
  const { id: networkId, network } = active
  return { key: `${networkId}:${address}`, namespace, networkId, address, network }
}

/** Whether a key is of an account that is still active, on whichever of its networks. */
export function isOfActiveAccount({ session }: Pick<Tools, 'session'>, key: string): boolean {
  const namespace = namespaceOf(key as NetworkId)
  const address = session.activeAccount(namespace)?.address
  return address !== undefined && key.endsWith(`:${address}`)
}
