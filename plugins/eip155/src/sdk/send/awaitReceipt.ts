import { type Clock, type LogService, NetworkError, wait } from '@latchkey/kernel/plugin'
import {
  type Address,
  type Hex,
  isAddressEqual,
  type Transaction,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import {
  getBlock,
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'
import type { EvmClient } from '../../clients.js'

export interface AwaitOptions {
  readonly client: EvmClient
  readonly hash: Hex
  readonly from: Address
  /** The transaction as the chain knew it right after it was sent, if it did: later it may be forgotten. */
  readonly sent: Promise<Transaction | undefined>
  /** The block after which the transaction was sent. */
  readonly sentAfter: bigint
  readonly clock: Clock
  readonly log: LogService
  readonly signal?: AbortSignal | undefined
}

export type Decision = { readonly status: 'confirmed' | 'failed'; readonly reason?: string }

/** First pauses in milliseconds; then the chain's own pace. */
const firstPauses = [250, 500, 1_000, 2_000]
/** How long a decision is waited for, in milliseconds. */
const patience = 600_000
/** How far back a transaction is looked for that took the place of this one. */
const searchedBlocks = 50n

/**
 * Waits until the chain has decided, also when a wallet sends the transaction again with a higher fee (the new one is
 * followed) or cancels it (another one of the same nonce).
 *
 * @throws NetworkError `TRANSACTION_WAIT_TIMEOUT` after ten minutes; the transaction may still go through.
 */
export async function awaitReceipt(options: AwaitOptions): Promise<Decision> {
  const { client, clock, log, signal } = options
  const deadline = clock.now() + patience
  let sent = await options.sent
  for (let round = 0; clock.now() < deadline; round += 1) {
    signal?.throwIfAborted()
    try {
      const decision = await readDecision(client, options.hash)
      if (decision) return decision
      sent ??= await findTransaction(client, options.hash)
      const replaced = sent && (await readReplacement(options, sent))
      if (replaced) return replaced
    } catch (error) {
      log.debug('The state of a transaction could not be read; it is read again.', error)
    }
    await wait(clock, firstPauses[round] ?? client.pollingInterval, signal)
  }
  throw new NetworkError('The network has not decided yet. The transaction may still go through.', {
    code: 'TRANSACTION_WAIT_TIMEOUT',
    metaMessages: [`Transaction: ${options.hash}`],
  })
}

async function readDecision(client: EvmClient, hash: Hex): Promise<Decision | undefined> {
  const receipt = await getTransactionReceipt(client, { hash }).catch(
    nothingWhen(TransactionReceiptNotFoundError),
  )
  if (!receipt) return undefined
  if (receipt.status === 'success') return { status: 'confirmed' }
  return { status: 'failed', reason: 'The contract refused the transaction. The fee was charged.' }
}

/** A transaction of the chain, or one that waits; `undefined` when it is neither. */
export function findTransaction(client: EvmClient, hash: Hex): Promise<Transaction | undefined> {
  return getTransaction(client, { hash }).catch(nothingWhen(TransactionNotFoundError)) as Promise<
    Transaction | undefined
  >
}

function nothingWhen(kind: new (...args: never[]) => Error) {
  return (error: unknown): undefined => {
    if (!(error instanceof kind)) throw error
  }
}

/**
 * What became of the nonce when it was used and this transaction was not. Answers may come of several nodes, of which one
 * lags: so the count is asked at the newest block that is searched, and what is not in there is not decided.
 */
async function readReplacement(options: AwaitOptions, sent: Transaction): Promise<Decision | undefined> {
  const { client, hash, from, sentAfter } = options
  const latest = await getBlockNumber(client, { cacheTime: 0 })
  const used = await getTransactionCount(client, { address: from, blockNumber: latest })
  if (used <= sent.nonce) return undefined
  // The receipt may have come between the two questions.
  const own = await readDecision(client, hash)
  if (own) return own
  const isCut = latest - searchedBlocks > sentAfter
  const oldest = isCut ? latest - searchedBlocks : sentAfter
  for (let number = latest; number >= oldest && number >= 0n; number -= 1n) {
    const { transactions } = await getBlock(client, { blockNumber: number, includeTransactions: true })
    const other = transactions.find(
      (candidate) => candidate.nonce === sent.nonce && isAddressEqual(candidate.from, from),
    )
    if (other) return followReplacement(client, sent, other)
  }
  // Too long ago to be found, while a receipt of that age would be known everywhere.
  return isCut
    ? { status: 'failed', reason: 'Another transaction of the account took its place.' }
    : undefined
}

async function followReplacement(
  client: EvmClient,
  sent: Transaction,
  other: { readonly hash: Hex; readonly to: Address | null; readonly value: bigint; readonly input: Hex },
): Promise<Decision | undefined> {
  const isRepriced = other.to === sent.to && other.value === sent.value && other.input === sent.input
  if (isRepriced) return readDecision(client, other.hash)
  return { status: 'failed', reason: 'It was cancelled: another transaction of the account took its place.' }
}
