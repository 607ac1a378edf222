import type { SendNotice } from '@latchkey/kernel/contracts'
import type { UnansweredTransfer, UnansweredTransfers } from '@latchkey/kernel/transaction'
import type { ActiveWallet } from '@latchkey/kernel/wallet'
import type { ReadBill } from '../bill/readBill.js'
import type { PaymentPreview } from '../Payer.js'
import { transferOf } from './withTransfers.js'

/** What is known of earlier transfers is told by these. */
const told: readonly string[] = ['PAY_MAY_REPEAT', 'PAY_SENT_AFTER_ALL']

/** Warns of what this app asked a wallet to send to the same receiver, and of which it's unknown, or known late, that it was sent. */
export function noticesOfRepeats(
  unanswered: UnansweredTransfers,
  { networkId, account, contribution }: Pick<ActiveWallet, 'networkId' | 'account' | 'contribution'>,
  { bill }: ReadBill,
): readonly SendNotice[] {
  const { isSameAddress } = contribution
  const { id: own } = transferOf({ billId: bill.id, networkId })
  const repeated = unanswered
    .of({ networkId, address: account.address }, isSameAddress)
    .filter(({ id, to }) => id !== own && isSameAddress(to, bill.receiver))
  // One that is known to have been sent says more than one that may have been.
  const found = repeated.find(({ isLate }) => isLate) ?? repeated[0]
  return found ? [noticeOf(found)] : []
}

function noticeOf({ amount, sentAt, isLate }: UnansweredTransfer): SendNotice {
  const parameters = { amount: { ...amount }, askedAt: sentAt }
  return isLate
    ? {
        code: 'PAY_SENT_AFTER_ALL',
        severity: 'warning',
        message: 'Your earlier payment to this address was sent after all. Paying again pays twice.',
        parameters,
      }
    : {
        code: 'PAY_MAY_REPEAT',
        severity: 'warning',
        message:
          'You may have paid this address already: the wallet was asked and didn’t say what came of it. Look at your activity in the wallet before you pay again.',
        parameters,
      }
}

/** When the newest transfer was asked for that a preview tells of. */
export function repeatToldAt({ notices }: Pick<PaymentPreview, 'notices'>): number | undefined {
  const askedAt = notices.find(({ code }) => told.includes(code))?.parameters?.['askedAt']
  return typeof askedAt === 'number' ? askedAt : undefined
}

const subjectOf = (notices: readonly SendNotice[]): string | undefined => {
  const notice = notices.find(({ code }) => told.includes(code))
  return notice && `${notice.code} ${String(notice.parameters?.['askedAt'])}`
}

/** Whether two tell of the same earlier transfer, or of none. */
export const isSameRepeat = (left: readonly SendNotice[], right: readonly SendNotice[]): boolean =>
  subjectOf(left) === subjectOf(right)
