import type { Danger } from '@latchkey/kernel/transaction'
import type { PaymentPreview } from './Payer.js'

/**
 * Lists what the person has to accept before a wallet is asked: that nobody can use what is paid to the receiver, and that an
 * earlier transfer to it was sent, or may have been.
 */
export function paymentDangers({
  notices,
  receiver,
  pays,
}: Pick<PaymentPreview, 'notices' | 'receiver' | 'pays'>): readonly PaymentDanger[] {
  const size = pays.value
  return notices.flatMap(({ code, isLoss, parameters }): readonly PaymentDanger[] => {
    const kind = isLoss ? 'lost' : repeats[code]
    if (!kind) return []
    const earlier = kind === 'lost' ? '' : ` ${String(parameters?.['askedAt'])}`
    return [{ kind, subject: `${kind} ${receiver}${earlier}`, size }]
  })
}

/** `lost`: nobody can use what the receiver gets. `mayRepeat`, `repeats`: an earlier transfer may have been sent, or was. */
export interface PaymentDanger extends Danger {
  readonly kind: 'lost' | 'mayRepeat' | 'repeats'
}

const repeats: Readonly<Record<string, 'mayRepeat' | 'repeats'>> = {
  PAY_MAY_REPEAT: 'mayRepeat',
  PAY_SENT_AFTER_ALL: 'repeats',
}
