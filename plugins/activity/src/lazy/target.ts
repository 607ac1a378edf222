import type { NamespaceId, Network, NetworkId } from '@latchkey/kernel/plugin'
import type { Tools } from './tools.js'

/** An account on a network, whose activity is wanted. */
export interface Target {
  /** `networkId:address`. */
  readonly key: string
  readonly networkId: NetworkId
  readonly address: string
  readonly isSmartAccount: boolean
  /** `undefined` on a network that the host does not list. */
  readonly network: Network | undefined
}

/** The active account of a namespace on its active network, while one is connected. */
export function targetOf(
  { session, networks }: Pick<Tools, 'session' | 'networks'>,
  namespace: NamespaceId,
): Target | undefined {
  const account = session.activeAccount(namespace)
  const active = networks.active(namespace)
  if (!account || !active) return undefined
  const { id: networkId, network } = active
  const { address, kind } = account
  return {
    key: `${networkId}:${address}`,
    networkId,
    address,
    network,
    isSmartAccount: kind === 'smartAccount',
  }
}
