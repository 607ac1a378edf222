import type { CallsDecision } from '@latchkey/kernel/contracts'
import {
  type Address,
  type Hex,
  isAddressEqual,
  type Log,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from 'viem'
import {
  getBlockNumber,
  getCode,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import type { AskedCall } from '../send/awaitReceipt.js'
import { haveMoved } from '../send/haveMoved.js'
import { isSameCall } from '../send/isSameCall.js'
import { judgeOperation, type OperationOutcome } from '../send/judgeOperation.js'
import { readOperation, readOperationEvents } from '../send/readOperation.js'
import { reverted } from '../send/reverted.js'
import { type AccountMark, compareMark, isNoCode } from './accountMark.js'
import { carriesCalls } from './carriesCalls.js'
import { findOwnTransactions } from './findOwnTransactions.js'
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
  /** Where the account stood before the wallet was asked. Absent where no node told. */
  readonly before?: AccountMark | undefined
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
  /** Its place in the block. */
  readonly index: number
  /** How many accounts it gave code (EIP-7702), each of which uses a nonce. */
  readonly authorizations: number
  readonly logs: readonly Pick<Log, 'address' | 'topics' | 'data'>[]
}

/**
 * What became of calls that a wallet took together: what it says, held against what the chain did. The wallet may name
 * transactions of long ago, of others, or none; do one after the other what it promised as one; or say that nothing was done when it
 * was.
 *
 * @param provenBy A block that is later than the wallet's word. By it the chain can show that the account did nothing, or no more than
 *   what is there; without it such a word is `CALLS_UNPROVEN`.
 * @returns `undefined` while the chain doesn't have every transaction that the wallet names.
 */
export async function judgeBundle(
  facts: BundleFacts,
  { state, transactions, chainId }: BundleStatus,
  provenBy?: bigint,
): Promise<CallsDecision | undefined> {
  if (state === 'pending') return undefined
  if (chainId !== undefined && chainId !== facts.client.chain.id) {
    return { ...different(elsewhere), transactions }
  }
  const mined = await readAllMined(facts.client, transactions)
  if (!mined) return undefined
  if (mined.some(({ block }) => block <= facts.sentAfter)) return { ...different(old), transactions }
  const undone = mined.filter((one) => isUndone(one, facts.from))
  const done = mined.filter((one) => !undone.includes(one))
  if (state === 'confirmed' && done.length === mined.length) {
    return { ...compareFee(facts, mined, await compare(facts, mined)), transactions }
  }
  const { unnamed, isWhole, isWaiting } = await findUnnamed(facts, mined)
  const found = [...done, ...unnamed.filter(({ isSuccess }) => isSuccess)]
  const decision = await judgeDenial(facts, { undone, done, found, isWhole, isWaiting }, provenBy)
  return { ...decision, transactions: inOrder([...mined, ...unnamed]) }
}

type Judgement = Omit<CallsDecision, 'transactions'>

interface Evidence {
  /** What the wallet names and the chain has undone. */
  readonly undone: readonly Mined[]
  /** What the wallet names and the chain has done. */
  readonly done: readonly Mined[]
  /** All that was done, what the wallet doesn't name included. */
  readonly found: readonly Mined[]
  /** Whether every use of the account's nonce was found. */
  readonly isWhole: boolean
  /** Whether something of the account is on its way to the chain. */
  readonly isWaiting: boolean
}

/** The wallet, or the chain, says that not all was done. Only the chain's word counts. */
async function judgeDenial(
  facts: BundleFacts,
  { undone, done, found, isWhole, isWaiting }: Evidence,
  provenBy: bigint | undefined,
): Promise<Judgement> {
  const { client, from, asked, before } = facts
  if (asked && found.length > 0) {
    const judged = await compare(facts, found)
    if (judged.status === 'confirmed' && judged.outcome === undefined) return compareFee(facts, found, judged)
  }
  // What was undone may have been something else, or somebody else's.
  const outcomes = new Set(undone.map((one) => judgeUndone(facts, one)))
  if (outcomes.has('others')) return different(otherAccount)
  if (outcomes.has('unknown') || outcomes.has('done')) return unknown(byContract)
  const isAll = isAllOf(asked, [...undone, ...found])
  if (!isAll && (provenBy === undefined || isWaiting)) return unknown(unproven)
  if (done.length > 0) return { status: 'failed', isPartial: true, ...partial }
  if (found.length > 0 || !isWhole || outcomes.has('otherCall')) return unknown(unproven)
  if (undone.length > 0) return { status: 'failed', ...reverted }
  const isProven =
    before !== undefined &&
    provenBy !== undefined &&
    (await compareMark(client, from, asked, before, provenBy)) === 'untouched'
  return isProven ? { status: 'failed', ...notSent } : unknown(unproven)
}

/** Whether the transactions account for every call, so that none can be on its way. */
const isAllOf = (asked: readonly AskedCall[] | undefined, mined: readonly Mined[]): boolean =>
  asked !== undefined &&
  mined.length > 0 &&
  (mined.length >= asked.length || mined.some((one) => !asked.some((call) => isSameCall(call, one))))

/** A transaction that was undone says something of the calls only where it carried them. */
function judgeUndone({ from, asked }: BundleFacts, one: Mined): OperationOutcome | 'otherCall' {
  if (!one.isSuccess && isAddressEqual(one.from, from)) {
    const isAsked = !asked || asked.some((call) => isSameCall(call, one)) || carriesCalls(one.input, asked)
    return isAsked ? 'failed' : 'otherCall'
  }
  return asked
    ? judgeOperation(one, from, asked)
    : readOperation(one, from).kind === 'others'
      ? 'others'
      : 'failed'
}

/**
 * Transactions that the account made since the wallet was asked and that the wallet doesn't name, as far as its nonce shows them.
 * No more than there were calls.
 */
async function findUnnamed(
  { client, from, sentAfter, before, asked }: BundleFacts,
  named: readonly Mined[],
): Promise<Pick<Evidence, 'isWhole' | 'isWaiting'> & { readonly unnamed: readonly Mined[] }> {
  // Without a mark the receipts that are named are all there is.
  if (!before) return { unnamed: [], isWhole: true, isWaiting: false }
  const usedBy = await getBlockNumber(client, { cacheTime: 0 })
  const [next, following] = await Promise.all([
    getTransactionCount(client, { address: from, blockNumber: usedBy }),
    getTransactionCount(client, { address: from, blockTag: 'pending' }),
  ])
  const used = next - before.nonce
  const count = Math.min(used, (asked?.length ?? 1) + 2 * named.length)
  const use = { from, nonce: before.nonce, count, sentAfter, usedBy }
  const hashes = await findOwnTransactions(client, use)
  const known = hashes.flatMap((hash) => hash ?? [])
  const unnamed = await readAllMined(
    client,
    known.filter((hash) => named.every((one) => one.hash !== hash)),
  )
  const authorizations = [...named, ...(unnamed ?? [])].reduce((sum, one) => sum + one.authorizations, 0)
  return {
    unnamed: unnamed ?? [],
    isWhole: unnamed !== undefined && used - known.length <= authorizations,
    isWaiting: following > next,
  }
}

/** Hashes in the order in which the chain took them. */
const inOrder = (mined: readonly Mined[]): readonly Hex[] =>
  [...mined]
    .sort((left, right) =>
      left.block === right.block ? left.index - right.index : left.block < right.block ? -1 : 1,
    )
    .map(({ hash }) => hash)

/** An operation that fails is undone alone: the transaction that carries it succeeds (ERC-4337, Safe). */
function isUndone(one: Mined, account: Address): boolean {
  if (!one.isSuccess) return true
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
  if (isNoCode(code)) {
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

/** `undefined` while the chain doesn't have every one. */
async function readAllMined(
  client: EvmClient,
  hashes: readonly Hex[],
): Promise<readonly Mined[] | undefined> {
  const found = await Promise.all(hashes.map((hash) => readMined(client, hash)))
  const mined = found.flatMap((one) => one ?? [])
  return mined.length < hashes.length ? undefined : mined
}

async function readMined(client: EvmClient, hash: Hex): Promise<Mined | undefined> {
  try {
    const receipt = await getTransactionReceipt(client, { hash })
    const { from, to, value, input, authorizationList = [] } = await getTransaction(client, { hash })
    return {
      hash,
      isSuccess: receipt.status === 'success',
      from,
      to,
      value,
      input,
      block: receipt.blockNumber,
      index: receipt.transactionIndex,
      authorizations: authorizationList.length,
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
const unproven: Reason = {
  code: 'CALLS_UNPROVEN',
  reason:
    'Your wallet says that it didn’t do this, and nothing proves it. Look at your wallet before you try again.',
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
