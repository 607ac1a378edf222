import type { CallsDecision } from '@latchkey/kernel/plugin'
import {
  type Address,
  type Hex,
  isAddressEqual,
  type Log,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from 'viem'
import { getCode, getTransaction, getTransactionReceipt } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import type { AskedCall } from '../send/awaitReceipt.js'
import { haveMoved } from '../send/haveMoved.js'
import { isSameCall } from '../send/isSameCall.js'
import { judgeOperation, type OperationOutcome } from '../send/judgeOperation.js'
import { readOperation, readOperationEvents } from '../send/readOperation.js'
import { reverted } from '../send/reverted.js'
import type { BundleStatus } from './readBundleStatus.js'

export interface BundleFacts {
  readonly client: EvmClient
  readonly from: Address
  /** Absent when they were too long to remember over a reload. */
  readonly asked: readonly AskedCall[] | undefined
  /** Whether the wallet was to do all of them or none. */
  readonly isAtomic: boolean
  /** A block before the wallet was asked. */
  readonly sentAfter: bigint
  /** Whether a service was to pay the fee. */
  readonly isSponsored: boolean
}

interface Mined {
  readonly hash: Hex
  readonly isSuccess: boolean
  readonly from: Address
  readonly to: Address | null
  readonly value: bigint
  readonly input: Hex
  readonly block: bigint
  readonly logs: readonly Pick<Log, 'address' | 'topics' | 'data'>[]
}

/**
 * What became of calls that a wallet took together: what it says, held against what the chain did. The wallet may name
 * transactions of long ago, of others, or do one after the other what it promised as one.
 *
 * @returns `undefined` while the chain doesn't have every transaction that the wallet names.
 */
export async function judgeBundle(
  facts: BundleFacts,
  { state, transactions, chainId }: BundleStatus,
): Promise<CallsDecision | undefined> {
  if (state === 'pending') return undefined
  if (chainId !== undefined && chainId !== facts.client.chain.id) {
    return { ...different(elsewhere), transactions }
  }
  const found = await Promise.all(transactions.map((hash) => readMined(facts.client, hash)))
  const mined = found.flatMap((one) => one ?? [])
  if (mined.length < transactions.length) return undefined
  const decision = await judge(facts, state, mined)
  return { ...decision, transactions }
}

type Judgement = Omit<CallsDecision, 'transactions'>

async function judge(
  facts: BundleFacts,
  state: BundleStatus['state'],
  mined: readonly Mined[],
): Promise<Judgement> {
  if (mined.some(({ block }) => block <= facts.sentAfter)) return different(old)
  const undone = mined.filter((one) => isUndone(one, facts.from))
  // What a Safe undid may have been something else.
  if (undone.some((one) => facts.asked && judgeOperation(one, facts.from, facts.asked) !== 'failed'))
    return unknown(byContract)
  const done = mined.filter((one) => one.isSuccess && !undone.includes(one))
  if (state === 'confirmed' && done.length === mined.length)
    return compareFee(facts, mined, await compare(facts, mined))
  if (state === 'partial' || done.length > 0) return { status: 'failed', isPartial: true, ...partial }
  return { status: 'failed', ...(state === 'notSent' && mined.length === 0 ? notSent : reverted) }
}

/** An operation that fails is undone alone: the transaction that carries it succeeds (ERC-4337, Safe). */
function isUndone(one: Mined, account: Address): boolean {
  const operation = readOperation(one, account)
  return operation.kind === 'failed' || (operation.kind === 'executed' && !operation.isSuccess)
}

async function compare(facts: BundleFacts, mined: readonly Mined[]): Promise<Judgement> {
  const { client, from, asked, isAtomic } = facts
  if (mined.length === 0) return unknown(nothingNamed)
  if (asked === undefined) return { status: 'confirmed' }
  if (mined.length === asked.length && asked.every((call, index) => isCall(from, call, mined[index]))) {
    const logs = mined.flatMap((one) => one.logs)
    if (!haveMoved(from, asked, logs)) return unknown(notMoved)
    return isAtomic && mined.length > 1 ? { status: 'confirmed', ...apart } : { status: 'confirmed' }
  }
  const code = await getCode(client, { address: from })
  // An account without code does one call in each transaction, and signs it itself.
  if (code === undefined || code === '0x') {
    const kept = asked.filter((call) => mined.some((transaction) => isCall(from, call, transaction)))
    return kept.length > 0 ? { ...different(someOnly), isPartial: true } : different(otherCalls)
  }
  const [one] = mined
  return mined.length === 1 && one ? judgements[judgeOperation(one, from, asked)] : unknown(byContract)
}

/**
 * An account pays for what it sends itself, and for an operation that no paymaster stands in for (ERC-4337). What else was found
 * comes first: "it went through" must not be said of what may have been something else.
 */
function compareFee(
  { from, isSponsored }: BundleFacts,
  mined: readonly Mined[],
  found: Judgement,
): Judgement {
  if (!isSponsored || found.status !== 'confirmed' || found.code !== undefined) return found
  const isCharged = (one: Mined) =>
    isAddressEqual(one.from, from) ||
    readOperationEvents(one.logs).some(
      ({ sender, paymaster }) => isAddressEqual(sender, from) && isAddressEqual(paymaster, zeroAddress),
    )
  return mined.some(isCharged) ? { ...found, ...paidByAccount } : found
}

/** Whether the account itself did what was asked for. */
const isCall = (from: Address, call: AskedCall, mined: Mined | undefined): boolean =>
  mined !== undefined && isAddressEqual(mined.from, from) && isSameCall(call, mined)

async function readMined(client: EvmClient, hash: Hex): Promise<Mined | undefined> {
  try {
    const receipt = await getTransactionReceipt(client, { hash })
    const { from, to, value, input } = await getTransaction(client, { hash })
    return {
      hash,
      isSuccess: receipt.status === 'success',
      from,
      to,
      value,
      input,
      block: receipt.blockNumber,
      logs: receipt.logs,
    }
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}

type Reason = Required<Pick<Judgement, 'code' | 'reason'>>

const different = (reason: Reason): Judgement => ({ status: 'failed', outcome: 'different', ...reason })
const unknown = (reason: Reason): Judgement => ({ status: 'confirmed', outcome: 'unknown', ...reason })

const elsewhere: Reason = {
  code: 'CALLS_ELSEWHERE',
  reason: 'Your wallet did this on another network. Check your activity there before you try again.',
}
const old: Reason = {
  code: 'CALLS_OLD',
  reason:
    'Your wallet returned a transaction from before your request. Check your activity there before you try again.',
}
const otherCalls: Reason = {
  code: 'CALLS_OTHER',
  reason:
    'Your wallet did something other than you asked for. Check the transactions on the explorer before you try again.',
}
const someOnly: Reason = {
  code: 'CALLS_SOME_ONLY',
  reason:
    'Your wallet did only part of what you asked for. Check the transactions on the explorer before you try again.',
}
const apart: Reason = {
  code: 'CALLS_APART',
  reason:
    'Your wallet promised to do everything at once, but used separate transactions. All of them went through.',
}
const paidByAccount: Reason = {
  code: 'FEE_PAID_BY_ACCOUNT',
  reason:
    'It went through, but your wallet charged you the network fee, which should have been paid for you.',
}
const otherAccount: Reason = {
  code: 'CALLS_OF_OTHER',
  reason:
    'Your wallet returned a transaction of another account. Check your activity there before you try again.',
}
const partial: Reason = {
  code: 'CALLS_PARTIAL',
  reason: 'Only part of it was done. Check the transactions on the explorer before you try again.',
}
const notSent: Reason = {
  code: 'CALLS_NOT_SENT',
  reason: 'Your wallet says it didn’t send this. Nothing was done.',
}
const notMoved: Reason = {
  code: 'CALLS_NOT_MOVED',
  reason:
    'The transactions went through, but a token doesn’t say that anything moved. Look at the explorer before you try again.',
}
const nothingNamed: Reason = {
  code: 'CALLS_UNNAMED',
  reason:
    'Your wallet says it’s done, but returned no transaction. Check your activity there to see what was done.',
}
const byContract: Reason = {
  code: 'CALLS_BY_CONTRACT',
  reason: 'Your smart account made a transaction. Check on the explorer whether it did what you asked for.',
}

const judgements: Readonly<Record<OperationOutcome, Judgement>> = {
  done: { status: 'confirmed' },
  failed: { status: 'failed', ...reverted },
  others: different(otherAccount),
  unknown: unknown(byContract),
}
