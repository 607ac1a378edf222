import type { WalletTarget } from './activeWallet.js'

/** Whether what was begun for one may go on for the other. */
export function isSameTarget(left: WalletTarget | undefined, right: WalletTarget | undefined): boolean {
  return (
    left?.connectionId === right?.connectionId &&
    left?.networkId === right?.networkId &&
    left?.address === right?.address &&
    left?.namespace === right?.namespace
  )
}
