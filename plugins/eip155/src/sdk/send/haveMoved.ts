import { type Address, type Hex, isAddressEqual } from 'viem'
import type { AskedCall } from './awaitReceipt.js'
import { type Movement, readMovements, type SimulatedLog } from './simulate.js'

/**
 * Whether tokens say that they moved what transfers among the calls say, once for each transfer: some tokens answer `false` in
 * place of failing. One that keeps a part for itself moves less. Other calls leave no trace that is known here.
 */
export function haveMoved(
  from: Address,
  asked: readonly AskedCall[],
  logs: readonly SimulatedLog[],
): boolean {
  const left = readMovements(logs).filter((moved) => isAddressEqual(moved.from, from))
  const missing = asked.flatMap(readTransfer).filter((transfer) => !take(left, transfer, 'whole'))
  // The exact ones are gone by now: what's left of one transfer doesn't count for another.
  return missing.every((transfer) => take(left, transfer, 'part'))
}

type Transfer = Pick<Movement, 'asset' | 'to' | 'amount'>

export function readTransfer({ to: asset, data }: AskedCall): readonly Transfer[] {
  const [, receiver, amount] = transferForm.exec(data) ?? []
  return receiver === undefined
    ? []
    : [{ asset, to: `0x${receiver}`, amount: BigInt(`0x${amount}` satisfies Hex) }]
}

/** Takes the movement of a transfer out of those that are left. */
function take(left: Movement[], { asset, to, amount }: Transfer, how: 'whole' | 'part'): boolean {
  const place = left.findIndex(
    (moved) =>
      moved.asset !== 'native' &&
      isAddressEqual(moved.asset, asset as Address) &&
      isAddressEqual(moved.to, to) &&
      (how === 'whole' ? moved.amount === amount : moved.amount > 0n && moved.amount < amount),
  )
  if (place === -1) return false
  left.splice(place, 1)
  return true
}

/** `transfer(address,uint256)` (ERC-20). Wallets and apps append marks of their own. */
const transferForm = /^0xa9059cbb[0-9a-f]{24}([0-9a-f]{40})([0-9a-f]{64})/i
