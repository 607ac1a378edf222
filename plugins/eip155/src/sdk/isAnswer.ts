import {
  BaseError,
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  RpcRequestError,
} from 'viem'

/** Whether the chain answered that it cannot say, as against a fault on the way, after which it may be asked again. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk(isSaid) !== null || isEmpty(error)
}

/**
 * Whether a contract itself refused a read, or answered nothing. A node that is busy, fails within or lacks a block tells
 * nothing about the contract, also where viem reads its words as a revert.
 */
export function isRefusedByContract(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const node = error.walk((cause) => cause instanceof RpcRequestError) as RpcRequestError | null
  if (node) return node.code === 3 || /revert/i.test(node.details)
  return error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null || isEmpty(error)
}

/** The same, and where its code can't run to the end, which every node says in words of its own. */
export function isFaultOfContract(error: unknown): boolean {
  if (isRefusedByContract(error)) return true
  const node = error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError)
  return node instanceof RpcRequestError && /opcode|gas|evm|execution/i.test(node.details)
}

/** Some versions of viem keep the node's answer below a revert, some only the revert. */
const isSaid = (cause: unknown) =>
  cause instanceof RpcRequestError || cause instanceof ContractFunctionRevertedError

/** A contract without the function answers nothing at all. */
export const isEmpty = (error: BaseError) =>
  error instanceof ContractFunctionExecutionError && /returned no data/i.test(error.shortMessage)
