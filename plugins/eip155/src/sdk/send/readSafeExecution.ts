import { type Address, type Hex, isAddressEqual, toEventSelector, toFunctionSelector } from 'viem'
import type { CarryingTransaction, MinedOperation } from './readOperation.js'

/** Contracts of Safe since version 1.1.1. Whether the hash is indexed makes no difference to a selector. */
const selectors = () => ({
  execute: toFunctionSelector(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  ),
  success: toEventSelector('ExecutionSuccess(bytes32,uint256)'),
  failure: toEventSelector('ExecutionFailure(bytes32,uint256)'),
})

/**
 * A transaction that an owner of a Safe, or anybody who was given the owners' signatures, had the Safe carry out. Only what the
 * account itself logged counts. `undefined` where the account isn't asked in this way.
 */
export function readSafeExecution(
  { to, input, logs }: CarryingTransaction,
  account: Address,
): MinedOperation | undefined {
  const { execute, success, failure } = selectors()
  if (to === null || !isAddressEqual(to, account) || !input.startsWith(execute)) return undefined
  const own = logs.filter(({ address }) => isAddressEqual(address, account))
  const count = (topic: Hex) => own.filter(({ topics }) => topics[0] === topic).length
  if (count(success) === 1 && count(failure) === 0) return { kind: 'done', callData: input, logs }
  return count(failure) === 1 && count(success) === 0 ? { kind: 'failed' } : undefined
}
