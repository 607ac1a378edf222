import type { EvmCall } from '@latchkey/plugin-eip155'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import type { SwapCalls, SwapQuote, SwapToken } from '../../SwapSource.js'
import { permit2Abi } from './abis.js'
import type { RouterAllowance } from './routerAllowances.js'

type Approvals = Pick<SwapCalls<EvmCall>, 'approvals' | 'revoke'>

/** Exactly what a quote needs, and how it is taken back. */
export function encodeApprovals({ allowance }: SwapQuote, { address: token }: SwapToken): Approvals {
  if (!allowance || token === undefined) return { approvals: [], revoke: [] }
  return approveToken(token, allowance.spender, allowance)
}

/** The same for a router that is paid through Permit2: what the token allows, and what is passed on until the deadline. */
export function encodePassedApprovals(
  { allowance }: SwapQuote,
  { address: token }: SwapToken,
  { permit2, held, passed }: NonNullable<RouterAllowance['passing']>,
  deadline: bigint,
): Approvals {
  if (!allowance || token === undefined) return { approvals: [], revoke: [] }
  const { needed, spender } = allowance
  const own = approveToken(token, permit2, { current: held, needed })
  if (passed >= needed) return own
  const pass = (amount: bigint, expiration: bigint): EvmCall => {
    const args = [token as Address, spender as Address, amount, Number(expiration)] as const
    return { to: permit2, data: encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args }) }
  }
  return {
    approvals: [...own.approvals, pass(needed, deadline)],
    revoke: [...own.revoke, pass(0n, 0n)],
  }
}

function approveToken(
  token: string,
  spender: string,
  { current, needed }: { readonly current: bigint; readonly needed: bigint },
): Approvals {
  if (current >= needed) return { approvals: [], revoke: [] }
  const approve = (amount: bigint): EvmCall => {
    const args = [spender as Address, amount] as const
    return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) }
  }
  // Some tokens, USDT among them, only take a new allowance where none is left.
  const first = current > 0n ? [approve(0n)] : []
  return { approvals: [...first, approve(needed)], revoke: [approve(0n)] }
}
