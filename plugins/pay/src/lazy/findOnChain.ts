import { History, type TransactionRecord } from '@latchkey/kernel/plugin'
import type { Payment } from './payments.js'
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
  const history = tools.activity ?? tools.wallets.chain(networkId, History)
  if (address === undefined || !history) return { record: undefined, isWhole: false }
  const page = await history.read({ networkId, address, limit: 50 })
  const since = payment.at - skew
  const oldest = page.transactions.at(-1)?.minedAt
  const reaches = page.next === undefined || (oldest !== undefined && oldest < since)
  const searched = page.searched?.since ?? Number.NEGATIVE_INFINITY
  const isWhole = reaches && !page.gaps?.length && searched < since
  return { record: page.transactions.find((record) => isPayment(tools, record, payment, since)), isWhole }
}

function isPayment(tools: PayerTools, record: TransactionRecord, payment: Payment, since: number): boolean {
  if (record.isUncertain || record.isMadeByOther || record.status === 'failed') return false
  if (record.minedAt !== undefined && record.minedAt < since) return false
  const isSame = tools.wallets.namespace(payment.networkId)?.isSameAddress ?? Object.is
  const token = /\/(?!slip44)[^:]+:(.+)$/.exec(payment.asset)?.[1]
  return record.transfers.some(({ direction, amount, asset, to }) => {
    const isAsset = token === undefined ? asset === undefined : asset !== undefined && isSame(asset, token)
    const isTo = to !== undefined && isSame(to, payment.receiver)
    return direction !== 'in' && amount.value === BigInt(payment.units) && isAsset && isTo
  })
}
