import type { ActiveWallet } from '@latchkey/kernel/wallet'
import type { Network, NetworkId } from '@latchkey/kernel/plugin'

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

export function targetOf({ networkId, network, account }: ActiveWallet): Target {
  const { address, kind } = account
  return {
    key: `${networkId}:${address}`,
    networkId,
    address,
    network,
    isSmartAccount: kind === 'smartAccount',
  }
}
