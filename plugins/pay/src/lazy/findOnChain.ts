import { History, type HistoryPage, type TransactionRecord } from '@latchkey/kernel/contracts'
import { createPayments, type Payment } from './payments.js'
import type { PayerTools } from './PayerTools.js'

/** Milliseconds by which the clocks of page and chain may differ. */
const skew = 120_000

export interface ChainAnswer {
  readonly record: TransactionRecord | undefined
  /** Whether everything was read since the payment was asked for: then what isn't there didn't happen. */
  readonly isWhole: boolean
}

/** Looks on the chain for a payment that a wallet was asked for and did not answer. */
export async function findOnChain(tools: PayerTools, payment: Payment): Promise<ChainAnswer> {
  const { networkId, payer: address } = payment
  if (address === undefined) return unknown
  const since = payment.at - skew
  const others = createPayments(tools.storage)
    .list()
    .filter(({ billId }) => billId !== payment.billId)
  // The next bill of the shop may have the same sum, and one transaction pays one bill.
  const isOthers = ({ id }: TransactionRecord) => others.some(({ transaction }) => transaction === id)
  const find = (page: HistoryPage) =>
    page.transactions.find((record) => !isOthers(record) && isPayment(tools, record, payment, since))
  const request = { networkId, address, limit: 50 }
  const page = await tools.activity?.read(request)
  const record = page && find(page)
  if (record) return { record, isWhole: false }
  // Services and explorers may not list what waits for its block: only the chain's own history proves absence.
  const own = page?.source === 'chain' ? page : await tools.wallets.chain(networkId, History)?.read(request)
  return own ? { record: find(own), isWhole: isWhole(own, since) } : unknown
}

const unknown: ChainAnswer = { record: undefined, isWhole: false }

function isWhole({ transactions, next, searched, gaps }: HistoryPage, since: number): boolean {
  const oldest = transactions.at(-1)?.minedAt
  const reaches = next === undefined || (oldest !== undefined && oldest < since)
  return reaches && !gaps?.length && (searched?.since ?? Number.NEGATIVE_INFINITY) < since
}

function isPayment(tools: PayerTools, record: TransactionRecord, payment: Payment, since: number): boolean {
  if (record.isUncertain || record.isUnproven || record.isMadeByOther || record.status === 'failed')
    return false
  if (record.minedAt !== undefined && record.minedAt < since) return false
  const isSame = tools.wallets.namespace(payment.networkId)?.isSameAddress ?? Object.is
  const token = /\/(?!slip44)[^:]+:(.+)$/.exec(payment.asset)?.[1]
  return record.transfers.some(({ direction, amount, asset, to, isUnproven }) => {
    if (isUnproven) return false
    const isAsset = token === undefined ? asset === undefined : asset !== undefined && isSame(asset, token)
    const isTo = to !== undefined && isSame(to, payment.receiver)
    return direction !== 'in' && (amount.moved ?? amount.value) === BigInt(payment.units) && isAsset && isTo
  })
}
