import { type NetworkId, route } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'

export interface ReceiveParams {
  /** Default the active network. */
  readonly networkId?: NetworkId
  /** Whole units, a decimal string with a point. Default none: the payer decides. */
  readonly amount?: string
  /** Default the native coin. */
  readonly token?: TokenReference
}

export const ReceiveRoute = route<ReceiveParams | undefined>('WalletReceive')
/** The networks on which the account can be paid. */
export const CompatibleNetworksRoute = route('WalletCompatibleNetworks')
export const ReceiveTokenRoute = route('WalletReceiveSelectToken')
