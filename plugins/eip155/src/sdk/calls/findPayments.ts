import { type Address, decodeFunctionData, parseAbi } from 'viem'
import { isSameAddress } from '../../address.js'
import type { Transfer } from '../send/simulate.js'

/** The sum of a token that an account's own calls transfer to other accounts. */
export interface Payment {
  /** The token's contract. */
  readonly asset: Address
  readonly receiver: Address
  readonly amount: bigint
}

const transferAbi = parseAbi(['function transfer(address to, uint256 amount)'])
/** `transfer(address,uint256)` (ERC-20), without further bytes. */
const transferForm = /^0xa9059cbb[0-9a-f]{128}$/

/** The transfers of tokens among calls, one for each token and receiver. */
export function findPayments(from: Address, calls: readonly Transfer[]): readonly Payment[] {
  const found: Payment[] = []
  for (const { to: asset, data } of calls) {
    if (!transferForm.test(data)) continue
    const [receiver, amount] = decodeFunctionData({ abi: transferAbi, data }).args
    const place = found.findIndex(
      (one) => isSameAddress(one.asset, asset) && isSameAddress(one.receiver, receiver),
    )
    const before = found[place]
    if (before) found[place] = { ...before, amount: before.amount + amount }
    else if (!isSameAddress(receiver, from)) found.push({ asset, receiver, amount })
  }
  return found
}
