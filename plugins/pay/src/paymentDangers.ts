import type { Danger } from '@latchkey/kernel/transaction'
import type { PaymentPreview } from './Payer.js'

/** Lists what the person has to accept before a wallet is asked: that nobody can use what is paid to the receiver. */
export function paymentDangers({
  notices,
  receiver,
  pays,
}: Pick<PaymentPreview, 'notices' | 'receiver' | 'pays'>): readonly Danger[] {
  return notices.some(({ isLoss }) => isLoss) ? [{ subject: `lost ${receiver}`, size: pays.value }] : []
}
