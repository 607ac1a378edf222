import type { EvmCall } from '@latchkey/plugin-eip155'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import type { SwapCalls, SwapQuote, SwapToken } from '../../SwapSource.js'

/** Exactly what a quote needs, and how it is taken back. */
export function encodeApprovals(
  { allowance }: SwapQuote,
  { address: token }: SwapToken,
): Pick<SwapCalls<EvmCall>, 'approvals' | 'revoke'> {
  if (!allowance || token === undefined || allowance.current >= allowance.needed) {
    return { approvals: [], revoke: [] }
  }
  const approve = (amount: bigint): EvmCall => {
    const args = [allowance.spender as Address, amount] as const
    return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) }
  }
  // Some tokens, USDT among them, only take a new allowance where none is left.
  const first = allowance.current > 0n ? [approve(0n)] : []
  return { approvals: [...first, approve(allowance.needed)], revoke: [approve(0n)] }
}
