import { networkNotFound } from '@latchkey/kernel/wallet'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { Bill } from '../bill/Bill.js'
import { type ReadBill, readBills } from '../bill/readBill.js'
import type { AskedBills } from './createShownBill.js'
import { payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'
import { isOf, type Payment } from './payments.js'

/**
 * Reads the bill, and its alternatives on networks that the app lists.
 *
 * @param earlier The bill of the same id: as the host waits for it already, and as its payment is remembered.
 * @throws BaseError `PAY_BILL_INVALID`, `PAY_RECEIVER_INVALID`, `PAY_BILL_CHANGED`, `NETWORK_NOT_FOUND`
 */
export function readAsked(
  { networks, wallets }: PayerTools,
  bill: Bill,
  earlier: {
    running(billId: string): readonly ReadBill[] | undefined
    known(billId: string): Payment | undefined
  },
): AskedBills {
  const answer = readBills(bill)
  if ('problem' in answer) throw payError('PAY_BILL_INVALID', { metaMessages: [answer.problem] })
  const listed = answer.filter(({ networkId }) => networks.find(networkId as NetworkId))
  const [first, ...others] = listed
  if (!first) throw networkNotFound(answer[0].networkId as NetworkId)
  for (const { networkId, bill: one } of listed) {
    const id = networkId as NetworkId
    if (!wallets.namespace(id)?.isAddress(one.receiver, id)) throw payError('PAY_RECEIVER_INVALID')
  }
  const known = earlier.known(first.bill.id)
  const running = earlier.running(first.bill.id)
  const isSame = !running || sumsOf(running) === sumsOf(listed)
  if (!isSame || (known && !listed.some((one) => isOf(known, one)))) throw payError('PAY_BILL_CHANGED')
  return [first, ...others]
}

const sumsOf = (reads: readonly ReadBill[]): string =>
  JSON.stringify(reads.map(({ bill, units }) => [bill.asset, `${units}`, bill.receiver]))
