import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  type Log,
  parseEventLogs,
} from 'viem'
import { getCode, getTransaction, getTransactionReceipt } from 'viem/actions'
import type { AskedCall, AwaitOptions, Decision } from './awaitReceipt.js'
import { carriesCalls } from '../calls/carriesCalls.js'
import { type MinedOperation, readOperation } from './readOperation.js'
import { isSameCall } from './isSameCall.js'

/**
 * What a decision about a transaction says of what the wallet was asked for. A wallet may pay somebody else, another
 * amount, or name a transaction of long ago; the chain confirms those all the same. An account with code acts through
 * others' transactions: the entry point says what came of its operation (ERC-4337), and nothing is known of other ways.
 */
export async function compareToAsked(
  options: AwaitOptions,
  hash: Hex,
  decision: Decision,
): Promise<Decision> {
  const { client, from, asked, sentAfter } = options
  if (!asked || decision.status !== 'confirmed') return decision
  const found = await getTransaction(client, { hash })
  if (found.blockNumber !== null && found.blockNumber <= sentAfter) return different(old)
  if (!isAddressEqual(found.from, from)) {
    const code = await getCode(client, { address: from })
    if (code === undefined || code === '0x') return different(otherSender)
    const { logs } = await getTransactionReceipt(client, { hash })
    return judgeOperation(from, asked, readOperation({ ...found, logs }, from))
  }
  return isSameCall(asked, found) ? decision : different(otherCall)
}

/** The transaction is another's, and the account may have acted in it through the entry point (ERC-4337). */
function judgeOperation(from: Address, asked: AskedCall, operation: MinedOperation): Decision {
  if (operation.kind === 'others') return different(otherSender)
  if (operation.kind === 'failed') return { status: 'failed', ...reverted }
  const isDone =
    operation.kind === 'done' &&
    operation.callData !== undefined &&
    carriesCalls(operation.callData, [asked]) &&
    hasMoved(from, asked, operation.logs)
  return isDone ? { status: 'confirmed' } : { status: 'confirmed', outcome: 'unknown', ...byContract }
}

/** Whether a token says that it moved what its transfer says. Other calls leave no trace that is known here. */
function hasMoved(from: Address, { to, data }: AskedCall, logs: readonly TokenLog[]): boolean {
  if (!data.startsWith(transferSelector)) return true
  const { args } = decodeFunctionData({ abi: erc20Abi, data })
  const [receiver, amount] = args as readonly [Address, bigint]
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: logs as Log[] }).some(
    ({ address, args: moved }) =>
      isAddressEqual(address, to) &&
      isAddressEqual(moved.from, from) &&
      isAddressEqual(moved.to, receiver) &&
      moved.value === amount,
  )
}

type TokenLog = Pick<Log, 'address' | 'topics' | 'data'>
const transferSelector = '0xa9059cbb'

type Reason = Required<Pick<Decision, 'code' | 'reason'>>

const different = (reason: Reason): Decision => ({ status: 'failed', outcome: 'different', ...reason })

const old: Reason = {
  code: 'TRANSACTION_OLD',
  reason:
    'The wallet named a transaction from before your request. Look at your activity in the wallet before you send again.',
}
const otherSender: Reason = {
  code: 'TRANSACTION_OF_OTHER',
  reason:
    'The wallet named a transaction of another account. Look at your activity in the wallet before you send again.',
}
const otherCall: Reason = {
  code: 'TRANSACTION_OTHER',
  reason:
    'The wallet sent something other than you asked for. Look at the transaction on the explorer before you send again.',
}
const reverted: Reason = {
  code: 'TRANSACTION_REVERTED',
  reason: 'The contract refused the transaction. The fee was charged.',
}
const byContract: Reason = {
  code: 'TRANSACTION_BY_CONTRACT',
  reason:
    'A transaction of your smart account was made. Look at the explorer to see whether it paid what you asked for.',
}
