import { type Hex, isAddressEqual } from 'viem'
import { getCode, getTransaction, getTransactionReceipt } from 'viem/actions'
import type { AwaitOptions, Decision } from './awaitReceipt.js'
import { isSameCall } from './isSameCall.js'
import { judgeOperation, type OperationOutcome } from './judgeOperation.js'
import { reverted } from './reverted.js'

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
    return decisions[judgeOperation({ ...found, logs }, from, [asked])]
  }
  return isSameCall(asked, found) ? decision : different(otherCall)
}

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
const byContract: Reason = {
  code: 'TRANSACTION_BY_CONTRACT',
  reason:
    'A transaction of your smart account was made. Look at the explorer to see whether it paid what you asked for.',
}

const decisions: Readonly<Record<OperationOutcome, Decision>> = {
  done: { status: 'confirmed' },
  failed: { status: 'failed', ...reverted },
  others: different(otherSender),
  unknown: { status: 'confirmed', outcome: 'unknown', ...byContract },
}
