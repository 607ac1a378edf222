import { BaseError, ContractFunctionExecutionError, RpcRequestError } from 'viem'

/** Whether the chain answered that it cannot say, as against a fault on the way, after which it may be asked again. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((cause) => cause instanceof RpcRequestError) !== null || isEmpty(error)
}

/** A contract without the function answers nothing at all. */
const isEmpty = (error: BaseError) =>
  error instanceof ContractFunctionExecutionError && /returned no data/i.test(error.shortMessage)
