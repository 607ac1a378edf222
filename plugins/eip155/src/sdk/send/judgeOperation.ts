import { type Address, isAddressEqual } from 'viem'
import { carriesCalls } from '../calls/carriesCalls.js'
import type { AskedCall } from './awaitReceipt.js'
import { haveMoved } from './haveMoved.js'
import { isSameCall } from './isSameCall.js'
import { type CarryingTransaction, type MinedOperation, readOperation } from './readOperation.js'

/** The outcome of calls that an account with code was asked for. */
export type OperationOutcome =
  | 'done'
  /** The fee was charged, and the calls were undone. */
  | 'failed'
  /** The transaction has nothing to do with the account. */
  | 'others'
  /** The account may have done something, but it's unknown what. */
  | 'unknown'

/**
 * Judges a transaction that the chain has, against calls that were asked of an account with code. Such an account acts in
 * transactions that it signs itself, through the entry point (ERC-4337), and in others' operations, as one of an owner or of
 * the holder of a permission (ERC-7710). Of the last, the chain shows only that the account took part.
 */
export function judgeOperation(
  transaction: CarryingTransaction & { readonly from: Address },
  account: Address,
  asked: readonly AskedCall[],
): OperationOutcome {
  const operation = readOperation(transaction, account)
  if (operation.kind === 'failed') return 'failed'
  if (operation.kind === 'executed') return judgeExecution(operation, account, asked)
  if (operation.kind === 'others') return isNamed(transaction, account) ? 'unknown' : 'others'
  const isOwn = isAddressEqual(transaction.from, account)
  const callData = operation.kind === 'done' ? operation.callData : isOwn ? transaction.input : undefined
  const { logs } = operation.kind === 'done' ? operation : transaction
  const isDone = callData !== undefined && carriesCalls(callData, asked) && haveMoved(account, asked, logs)
  return isDone ? 'done' : 'unknown'
}

/** A Safe says what it was to do: what it did and what it undid is held against what was asked for. */
function judgeExecution(
  { isSuccess, calls, logs }: MinedOperation & { readonly kind: 'executed' },
  account: Address,
  asked: readonly AskedCall[],
): OperationOutcome {
  const isAsked = (call: AskedCall, index: number) => {
    const made = calls?.[index]
    return made !== undefined && isSameCall(call, { ...made, input: made.data })
  }
  if (calls?.length !== asked.length || !asked.every(isAsked)) return 'unknown'
  if (!isSuccess) return 'failed'
  return haveMoved(account, asked, logs) ? 'done' : 'unknown'
}

/** Whether an account appears anywhere in a transaction: as its target, in its data, or in its logs. */
function isNamed(
  { from, to, input, logs }: CarryingTransaction & { readonly from: Address },
  account: Address,
): boolean {
  const digits = account.slice(2).toLowerCase()
  const logged = logs.flatMap(({ address, topics, data }) => [address, ...topics, data])
  return [from, to ?? '', input, ...logged].some((text) => text.toLowerCase().includes(digits))
}
