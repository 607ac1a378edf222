import { type Hex, isAddressEqual } from 'viem'
import { getCode, getTransaction, getTransactionReceipt } from 'viem/actions'
import type { AwaitOptions, Decision } from './awaitReceipt.js'
import { carriesCalls } from '../calls/carriesCalls.js'
import { haveMoved } from './haveMoved.js'
import { isSameCall } from './isSameCall.js'
import { judgeOperation, type OperationOutcome } from './judgeOperation.js'
import { reverted } from './reverted.js'

/**
 * Checks that a transaction that the chain has is the one the wallet was asked for. A wallet may pay another address or another amount,
 * or return an old transaction, and the chain confirms those too; where it undid such a one, nothing follows for what was asked for. An
 * account with code can act through transactions of other accounts: the entry point's event says what its operation did (ERC-4337);
 * without such an event the outcome is unknown.
 */
export async function compareToAsked(
  options: AwaitOptions,
  hash: Hex,
  decision: Decision,
): Promise<Decision> {
  const { client, from, asked, sentAfter } = options
  if (!asked) return decision
  const found = await getTransaction(client, { hash })
  if (found.blockNumber !== null && found.blockNumber <= sentAfter) return different(old)
  if (!isAddressEqual(found.from, from)) {
    const code = await getCode(client, { address: from })
    if (code === undefined || code === '0x') return different(otherSender)
    // The account's signature is still good, and another transaction may carry it.
    if (decision.status === 'failed') return decisions.unknown
    const { logs } = await getTransactionReceipt(client, { hash })
    return decisions[judgeOperation({ ...found, logs }, from, [asked])]
  }
  if (decision.status === 'failed' && carriesCalls(found.input, [asked])) return decision
  if (!isSameCall(asked, found)) return different(otherCall)
  if (asked.data === '0x' || decision.status === 'failed') return decision
  const { logs } = await getTransactionReceipt(client, { hash })
  return haveMoved(from, [asked], logs) ? decision : { ...decision, outcome: 'unknown', ...notMoved }
}

type Reason = Required<Pick<Decision, 'code' | 'reason'>>

const different = (reason: Reason): Decision => ({ status: 'failed', outcome: 'different', ...reason })

const old: Reason = {
  code: 'TRANSACTION_OLD',
  reason:
    'Your wallet returned a transaction from before your request. Check your activity there before you send again.',
}
const otherSender: Reason = {
  code: 'TRANSACTION_OF_OTHER',
  reason:
    'Your wallet returned a transaction of another account. Check your activity there before you send again.',
}
const otherCall: Reason = {
  code: 'TRANSACTION_OTHER',
  reason:
    'Your wallet sent something other than you asked for. Check the transaction on the explorer before you send again.',
}
const notMoved: Reason = {
  code: 'TRANSACTION_NOT_MOVED',
  reason:
    'The transaction went through, but the token doesn’t say that anything moved. Look at the explorer before you send again.',
}
const byContract: Reason = {
  code: 'TRANSACTION_BY_CONTRACT',
  reason: 'Your smart account made a transaction. Check on the explorer whether it paid what you asked for.',
}

const decisions: Readonly<Record<OperationOutcome, Decision>> = {
  done: { status: 'confirmed' },
  failed: { status: 'failed', ...reverted },
  others: different(otherSender),
  unknown: { status: 'confirmed', outcome: 'unknown', ...byContract },
}
