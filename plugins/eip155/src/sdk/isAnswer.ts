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

/** Some versions of viem keep the node's answer below a revert, some only the revert. */
const isSaid = (cause: unknown) =>
  cause instanceof RpcRequestError || cause instanceof ContractFunctionRevertedError

/** A contract without the function answers nothing at all. */
const isEmpty = (error: BaseError) =>
  error instanceof ContractFunctionExecutionError && /returned no data/i.test(error.shortMessage)
