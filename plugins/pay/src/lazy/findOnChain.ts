import {
  History,
  type HistoryPage,
  type TransactionRecord,
  type TransactionTransfer,
} from '@latchkey/kernel/contracts'
import { createPayments, type Payment } from './payments.js'
import type { PayerTools } from './PayerTools.js'

/** Milliseconds by which the clocks of page and chain may differ. */
const skew = 120_000
/** Milliseconds, a day: some clocks are wrong by hours, and so are the times of Bitcoin's blocks. */
const doubtTime = 86_400_000

export interface ChainAnswer {
  readonly record: TransactionRecord | undefined
  /** Whether everything was read since the payment was asked for, and is something else: then what isn't there didn't happen. */
  readonly isWhole: boolean
}

/** Looks on the chain for a payment that a wallet was asked for and did not answer. */
export async function findOnChain(tools: PayerTools, payment: Payment): Promise<ChainAnswer> {
  const { networkId, payer: address } = payment
  if (address === undefined) return unknown
  const others = createPayments(tools.storage)
    .list()
    .filter(({ billId }) => billId !== payment.billId)
  // The next bill of the shop may have the same sum, and one transaction pays one bill.
  const isOthers = ({ id }: TransactionRecord) => others.some(({ transaction }) => transaction === id)
  const find = (page: HistoryPage) =>
    page.transactions.find((record) => !isOthers(record) && isPayment(tools, record, payment))
  const request = { networkId, address, limit: 50 }
  const page = await tools.activity?.read(request)
  const record = page && find(page)
  if (record) return { record, isWhole: false }
  // Services and explorers may not list what waits for its block: only the chain's own history proves absence.
  const own = page?.source === 'chain' ? page : await tools.wallets.chain(networkId, History)?.read(request)
  if (!own) return unknown
  const isDoubtful = own.transactions.some((one) => !isOthers(one) && mayBePayment(tools, one, payment))
  return { record: find(own), isWhole: !isDoubtful && isWhole(own, payment.at - doubtTime) }
}

const unknown: ChainAnswer = { record: undefined, isWhole: false }

function isWhole({ transactions, next, searched, gaps }: HistoryPage, since: number): boolean {
  const oldest = transactions.at(-1)?.minedAt
  const reaches = next === undefined || (oldest !== undefined && oldest < since)
  // A history that doesn't say how far it looked may have looked at nothing.
  return reaches && !gaps?.length && (!searched || (searched.since ?? Number.POSITIVE_INFINITY) < since)
}

function isPayment(tools: PayerTools, record: TransactionRecord, payment: Payment): boolean {
  if (record.isUncertain || record.isUnproven || record.isMadeByOther || record.status === 'failed')
    return false
  if (isBefore(record, payment.at - skew)) return false
  return record.transfers.some((transfer) => {
    if (transfer.isUnproven || transfer.to === undefined) return false
    return mayPay(tools, transfer, payment)
  })
}

/** Whether a transaction can't be told from the payment: nobody can read it, or it has another time or maker than the payment has. */
function mayBePayment(tools: PayerTools, record: TransactionRecord, payment: Payment): boolean {
  const { isUncertain, isUnread, status, transfers } = record
  // The app's own requests are no answer of the chain.
  if (isUncertain || status === 'failed' || isBefore(record, payment.at - doubtTime)) return false
  return isUnread === true || transfers.some((transfer) => mayPay(tools, transfer, payment))
}

const isBefore = ({ minedAt }: TransactionRecord, time: number): boolean =>
  minedAt !== undefined && minedAt < time

/** Without a receiver it's a sum to several, of which the payment may be one. */
function mayPay(
  { wallets }: PayerTools,
  { direction, amount, asset, to }: TransactionTransfer,
  payment: Payment,
): boolean {
  const isSame = wallets.namespace(payment.networkId)?.isSameAddress ?? Object.is
  const token = /\/(?!slip44)[^:]+:(.+)$/.exec(payment.asset)?.[1]
  const isAsset = token === undefined ? asset === undefined : asset !== undefined && isSame(asset, token)
  if (direction === 'in' || !isAsset) return false
  if (to === undefined) return true
  return isSame(to, payment.receiver) && (amount.moved ?? amount.value) === BigInt(payment.units)
}
