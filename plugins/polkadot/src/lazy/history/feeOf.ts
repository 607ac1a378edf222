import type { EventRecord } from '@polkadot/types/interfaces'

/**
 * What an extrinsic cost, tip included: `transactionPayment.TransactionFeePaid { who, actual_fee, tip }`. Runtimes of
 * before 2022 do not tell.
 */
export function feeOf(events: readonly EventRecord[]): bigint | undefined {
  const paid = events.find(
    ({ event }) => event.section === 'transactionPayment' && event.method === 'TransactionFeePaid',
  )
  const amount = paid?.event.data[1]?.toString()
  return amount !== undefined && /^\d+$/.test(amount) ? BigInt(amount) : undefined
}
