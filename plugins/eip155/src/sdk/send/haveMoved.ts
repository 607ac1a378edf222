import { type Address, type Hex, isAddressEqual } from 'viem'
import type { AskedCall } from './awaitReceipt.js'
import { readMovement, type SimulatedLog } from './simulate.js'

/**
 * Whether tokens say that they moved what transfers among the calls say, once for each transfer: some tokens answer `false` in
 * place of failing. Other calls leave no trace that is known here.
 */
export function haveMoved(
  from: Address,
  asked: readonly AskedCall[],
  logs: readonly SimulatedLog[],
): boolean {
  const left = logs.flatMap((log) => readMovement(log))
  return asked.every(({ to: token, data }) => {
    const [, receiver, amount] = transferForm.exec(data) ?? []
    if (receiver === undefined) return true
    const place = left.findIndex(
      (moved) =>
        moved.asset !== 'native' &&
        isAddressEqual(moved.asset, token) &&
        isAddressEqual(moved.from, from) &&
        isAddressEqual(moved.to, `0x${receiver}`) &&
        moved.amount === BigInt(`0x${amount}` satisfies Hex),
    )
    if (place === -1) return false
    left.splice(place, 1)
    return true
  })
}

/** `transfer(address,uint256)` (ERC-20). Wallets and apps append marks of their own. */
const transferForm = /^0xa9059cbb[0-9a-f]{24}([0-9a-f]{40})([0-9a-f]{64})/i
