import { type Address, type Hex, isAddressEqual } from 'viem'
import type { AskedCall } from './awaitReceipt.js'

/** Whether a transaction does what was asked for. Some wallets append a mark of their own to the data. */
export function isSameCall(
  { to, value, data }: AskedCall,
  mined: { readonly to: Address | null; readonly value: bigint; readonly input: Hex },
): boolean {
  return (
    mined.to !== null && isAddressEqual(mined.to, to) && mined.value === value && mined.input.startsWith(data)
  )
}
