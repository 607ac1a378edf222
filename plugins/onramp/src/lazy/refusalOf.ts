import type { ActiveWallet } from '@latchkey/kernel/wallet'
import type { Words } from '@latchkey/kernel/plugin'
import { takesDeliveries } from '../takesDeliveries.js'

/** Why nothing is bought for an account, on any network; `undefined` where something can be, and without a wallet. */
export function refusalOf(wallet: Pick<ActiveWallet, 'account'> | undefined): Words | undefined {
  if (!wallet || takesDeliveries(wallet.account)) return undefined
  return wallet.account.kind === 'watching'
    ? {
        section: 'onramp',
        key: 'toastWatched',
        text: 'You only watch this account. Connect its wallet to buy for it.',
      }
    : {
        section: 'onramp',
        key: 'toastOrdinals',
        text: 'This address is for ordinals. Choose your payment address to buy.',
      }
}
