import type { NotificationsService } from './notifications.js'

/**
 * Tells the person that a wallet left while it was asked for something that may move money, and that nobody knows what came of it.
 * Stays on screen until it's dismissed. Hosts translate it in the section `notices`, as `WALLET_LEFT_ASKED`.
 */
export function tellAskedWalletLeft(
  notifications: Pick<NotificationsService, 'toast'>,
  wallet: string,
): void {
  notifications.toast(
    {
      section: 'notices',
      key: 'WALLET_LEFT_ASKED',
      parameters: { wallet },
      text: `${wallet} left while it was asked, and may still send. Look at it before you send again.`,
    },
    { type: 'error', duration: Number.POSITIVE_INFINITY, id: `latchkey.asked.${wallet}` },
  )
}
