import type { SendNotice } from '@latchkey/kernel/contracts'
import type { UnansweredTransfer } from '@latchkey/kernel/transaction'
import type { ActiveWallet } from '@latchkey/kernel/wallet'
import type { ReadBill } from '../bill/readBill.js'
import type { PaymentPreview } from '../Payer.js'
import { transferId } from './askTransfer.js'
import type { PayerTools } from './PayerTools.js'
import { createPayments } from './payments.js'

/** The codes of the notices that tell of earlier transfers. */
const told: readonly string[] = ['PAY_MAY_REPEAT', 'PAY_SENT_AFTER_ALL']

export type RepeatTools = Pick<PayerTools, 'unanswered' | 'storage'>

/**
 * Warns of what this app asked a wallet to send to the same receiver: of what was sent after the person had stopped waiting, and
 * of what may have been sent.
 */
export function noticesOfRepeats(
  { unanswered, storage }: RepeatTools,
  { networkId, account, contribution }: Pick<ActiveWallet, 'networkId' | 'account' | 'contribution'>,
  { bill }: ReadBill,
): readonly SendNotice[] {
  const { isSameAddress } = contribution
  // The bill's own payment is shown in place of a second one, for as long as it's known.
  const own = createPayments(storage).find(bill.id) && transferId(bill.id)
  const repeated = unanswered
    .of({ networkId, address: account.address }, isSameAddress)
    .filter(({ id, to }) => id !== own && isSameAddress(to, bill.receiver))
  const sent = repeated.find(({ isLate }) => isLate)
  const maybeSent = repeated.find(({ isLate }) => !isLate)
  return [...(sent ? [sentAfterAll(sent)] : []), ...(maybeSent ? [mayRepeat(maybeSent)] : [])]
}

/** Leaves out what a chain calls by the same codes: it knows nothing of these transfers. */
export const withoutRepeats = (notices: readonly SendNotice[]): readonly SendNotice[] =>
  notices.filter(({ code }) => !told.includes(code))

const parametersOf = ({ amount, sentAt }: UnansweredTransfer) => ({ amount: { ...amount }, askedAt: sentAt })

const sentAfterAll = (transfer: UnansweredTransfer): SendNotice => ({
  code: 'PAY_SENT_AFTER_ALL',
  severity: 'warning',
  message: 'Your earlier payment to this address was sent after all. Paying again pays twice.',
  parameters: parametersOf(transfer),
})

const mayRepeat = (transfer: UnansweredTransfer): SendNotice => ({
  code: 'PAY_MAY_REPEAT',
  severity: 'warning',
  message:
    'You may have paid this address already: the wallet was asked and didn’t say what came of it. Look at your activity in the wallet before you pay again.',
  parameters: parametersOf(transfer),
})

/** When the newest transfer was asked for that a preview tells of. */
export function repeatToldAt({ notices }: Pick<PaymentPreview, 'notices'>): number | undefined {
  const times = repeatsIn(notices).flatMap(({ parameters }) => {
    const askedAt = parameters?.['askedAt']
    return typeof askedAt === 'number' ? [askedAt] : []
  })
  return times.length === 0 ? undefined : Math.max(...times)
}

const repeatsIn = (notices: readonly SendNotice[]) => notices.filter(({ code }) => told.includes(code))

const subjectsOf = (notices: readonly SendNotice[]): string =>
  repeatsIn(notices)
    .map(({ code, parameters }) => `${code} ${String(parameters?.['askedAt'])}`)
    .join()

/** Whether two tell of the same earlier transfers, or of none. */
export const isSameRepeat = (left: readonly SendNotice[], right: readonly SendNotice[]): boolean =>
  subjectsOf(left) === subjectsOf(right)
