/** Codes of a call that failed in the contract: of geth and its kin, and of OpenEthereum. */
const CODES = [3, -32015]

/** What nodes say with their general codes when the called contract failed, not they. */
const WORDS =
  /revert|invalid opcode|out of gas|stack (?:under|over)flow|stack limit|invalid jump|write protection|return data out of bounds|EVM error|VM exception|VM execution/i

/**
 * Whether an error of `eth_call` says that the called contract failed. Anything else is trouble of the node: a limit, an
 * outage, a block it does not have. It must not pass for a no of the account.
 */
export function isExecutionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return CODES.some((known) => known === code) || (typeof code === 'number' && WORDS.test(error.message))
}
