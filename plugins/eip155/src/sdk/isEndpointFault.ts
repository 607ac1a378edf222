import { RpcRequestError } from 'viem'

/** Numbers of faults of one server: unknown, internal, limits, and what it does not offer. */
const serverFaults = new Set([-1, 429, -32005, -32007, -32601, -32603, -32004])

/**
 * Whether another endpoint may do better. What the chain itself says (a revert, a bad nonce, bad parameters) is the same
 * everywhere.
 */
export function isEndpointFault(error: unknown): boolean {
  if (!(error instanceof RpcRequestError)) return true
  return serverFaults.has(error.code) && !/revert/i.test(error.details)
}
