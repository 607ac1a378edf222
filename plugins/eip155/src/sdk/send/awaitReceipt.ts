import { type Clock, type LogService, wait } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import type { SendDecision } from '@latchkey/kernel/contracts'
import {
  type Address,
  concat,
  type Hex,
  keccak256,
  numberToHex,
  type Transaction,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getBlockNumber, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import { nodeError } from '../nodeError.js'
import { compareToAsked } from './compareToAsked.js'
import { findUseOfNonce } from './findUseOfNonce.js'
import { reverted } from './reverted.js'

export interface AwaitOptions {
  readonly client: EvmClient
  readonly hash: Hex
  readonly from: Address
  /** The transaction as the chain knew it right after it was sent, if it did: later it may be forgotten. */
  readonly sent: Promise<SentCall | undefined>
  /** What the wallet was asked for. Absent for sends of an earlier version. */
  readonly asked?: AskedCall | undefined
  /** The block after which the transaction was sent. */
  readonly sentAfter: bigint
  readonly clock: Clock
  readonly log: LogService
  readonly signal?: AbortSignal | undefined
}

/** What tells a transaction from another one that took its place. */
export interface SentCall {
  readonly nonce: number
  /** Hash of receiver, value and data. */
  readonly call: Hex
}

export interface AskedCall {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

export type Decision = SendDecision

/** First pauses in milliseconds; then the chain's own pace. */
export const firstPauses = [250, 500, 1_000, 2_000]
/** How long a decision is waited for, in milliseconds. */
export const patience = 600_000

/**
 * Waits until the chain has decided, also when a wallet sends the transaction again with a higher fee (the new one is
 * followed) or cancels it (another one of the same nonce).
 *
 * @throws NetworkError after ten minutes: `TRANSACTION_WAIT_TIMEOUT`, or `TRANSACTION_DROPPED` when the node does not know
 *   the transaction any more. It may still go through.
 */
export async function awaitReceipt(options: AwaitOptions): Promise<Decision> {
  const { client, clock, log, signal } = options
  const deadline = clock.now() + patience
  let sent = await options.sent
  for (let round = 0; clock.now() < deadline; round += 1) {
    signal?.throwIfAborted()
    try {
      const decision = await readDecision(client, options.hash)
      if (decision) return await compareToAsked(options, options.hash, decision)
      sent ??= await findTransaction(client, options.hash)
      const replaced = sent && (await readReplacement(options, sent))
      if (replaced) return replaced
    } catch (error) {
      log.debug('The state of a transaction could not be read; it is read again.', error)
    }
    await wait(clock, firstPauses[round] ?? client.pollingInterval, signal)
  }
  const isGone = await findTransaction(client, options.hash).then(
    (found) => found === undefined,
    () => false,
  )
  throw isGone ? dropped(options.hash) : undecided(options.hash)
}

export const undecided = (hash: Hex) =>
  new NetworkError('The network has not decided yet. The transaction may still go through.', {
    code: 'TRANSACTION_WAIT_TIMEOUT',
    metaMessages: [`Transaction: ${hash}`],
  })

const dropped = (hash: Hex) =>
  new NetworkError(
    'The network does not know the transaction any more. Cancel it in the wallet before you send again: it may still go through.',
    { code: 'TRANSACTION_DROPPED', metaMessages: [`Transaction: ${hash}`] },
  )

export async function readDecision(client: EvmClient, hash: Hex): Promise<Decision | undefined> {
  const receipt = await getTransactionReceipt(client, { hash }).catch(
    nothingWhen(TransactionReceiptNotFoundError),
  )
  if (!receipt) return undefined
  if (receipt.status === 'success') return { status: 'confirmed' }
  return { status: 'failed', ...reverted }
}

/** A transaction of the chain, or one that waits; `undefined` when it is neither. */
export async function findTransaction(client: EvmClient, hash: Hex): Promise<SentCall | undefined> {
  const found = await getTransaction(client, { hash }).catch(nothingWhen(TransactionNotFoundError))
  if (!found) return undefined
  const { nonce, to, value, input } = found as Transaction
  const isSound = typeof value === 'bigint' && typeof input === 'string' && Number.isSafeInteger(nonce)
  if (!isSound) throw nodeError(new TypeError('Expected a transaction.'), client.chain.name)
  return { nonce, call: hashOfCall({ to, value, input }) }
}

export const hashOfCall = ({ to, value, input }: Pick<Transaction, 'to' | 'value' | 'input'>) =>
  keccak256(concat([to ?? '0x', numberToHex(value, { size: 32 }), input]))

export function nothingWhen(kind: new (...args: never[]) => Error) {
  return (error: unknown): undefined => {
    if (!(error instanceof kind)) throw error
  }
}

/**
 * What became of the nonce when it was used and this transaction was not. Answers may come of several nodes, of which one
 * lags: so the count is asked at the newest block that is searched.
 */
async function readReplacement(options: AwaitOptions, sent: SentCall): Promise<Decision | undefined> {
  const { client, hash, from, sentAfter } = options
  const latest = await getBlockNumber(client, { cacheTime: 0 })
  const used = await getTransactionCount(client, { address: from, blockNumber: latest })
  if (used <= sent.nonce) return undefined
  // The receipt may have come between the two questions.
  const own = await readDecision(client, hash)
  if (own) return compareToAsked(options, hash, own)
  const other = await findUseOfNonce(client, { from, nonce: sent.nonce, sentAfter, usedBy: latest })
  if (!other) return perhapsPaid
  if (hashOfCall(other) === sent.call) {
    const repriced = await readDecision(client, other.hash)
    return repriced && compareToAsked(options, other.hash, repriced)
  }
  return {
    status: 'failed',
    code: 'TRANSACTION_CANCELLED',
    reason: 'It was canceled: another transaction of the account took its place.',
  }
}

/** It can't be proven that nothing was paid: such a payment isn't called failed. */
export const perhapsPaid: Decision = {
  status: 'confirmed',
  outcome: 'unknown',
  code: 'TRANSACTION_REPLACED',
  reason:
    'Another transaction of the account took its place. It may be the same payment with a higher fee: look at the explorer before you send again.',
}
