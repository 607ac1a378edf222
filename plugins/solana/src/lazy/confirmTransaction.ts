import { type BaseError, type Clock, isKernelError, wait } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import type { SendDecision } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'
import type { SolanaNetwork } from '../networks.js'
import type { SolanaRpc } from './rpc.js'
import { describeTransactionError, nameTransactionError } from './transactionErrors.js'

export interface ConfirmOptions {
  readonly rpc: SolanaRpc
  readonly clock: Clock
  readonly network: SolanaNetwork
  readonly signature: string
  /** Block height after which the network takes the transaction no more. Unknown where the wallet chose the hash. */
  readonly lastValidBlockHeight?: number | undefined
  /** When it was sent, in milliseconds since the epoch, if that was before this page. */
  readonly sentAt?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export type Decision = Omit<SendDecision, 'outcome'>

const height = z.number().check(z.int(), z.gte(0))
const context = z.object({ slot: height })

const statuses = z.object({
  context,
  value: z.array(
    z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.optional(z.nullable(z.string())) })),
  ),
})

const newest = z.object({ context, value: z.object({ lastValidBlockHeight: height }) })

/** How long a block hash lives, in blocks: whichever one of now a transaction carries, it has expired by then. */
const blockhashLifetime = 150
/** Milliseconds between questions: about two slots. */
const interval = 1_000
/** Milliseconds without an answer that proves anything, after which nothing can be said. A block hash lives for about 80 seconds. */
const silenceLimit = 120_000
/** Milliseconds for which every node remembers what it took. What is older may be forgotten, and was perhaps paid. */
const memory = 3_600_000
const levels = ['processed', 'confirmed', 'finalized']

/** The transaction expired: the network has not taken it and never will. */
export const notTaken: Decision = {
  status: 'failed',
  code: 'TRANSACTION_EXPIRED',
  reason: 'The network did not take the transaction in time. Nothing was sent: try again.',
}

/**
 * Asks until the chain has decided: confirmed, failed, or expired because the block hash has. It ends in any case.
 *
 * @throws NetworkError `TRANSACTION_UNDECIDED` when the nodes did not answer for two minutes, or do not know a transaction
 *   of more than an hour ago: it may or may not have happened, and sending again could pay twice. The signal's reason on
 *   abort.
 */
export async function confirmTransaction(options: ConfirmOptions): Promise<Decision> {
  const { clock, network, signal } = options
  let answeredAt = clock.now()
  let lastValidBlockHeight = options.lastValidBlockHeight
  let last: unknown
  for (;;) {
    signal?.throwIfAborted()
    try {
      const reached = await readHeight(options)
      lastValidBlockHeight ??= reached + blockhashLifetime
      const isExpired = reached > lastValidBlockHeight
      const decision = await decide(options, isExpired ? lastValidBlockHeight : undefined)
      if (decision === 'forgotten') break
      if (decision) return decision
      if (!isExpired) answeredAt = clock.now()
    } catch (error) {
      signal?.throwIfAborted()
      // Whatever a node says now, the transaction is on its way: only the chain decides about it.
      if (!isKernelError(error)) throw error
      last = error
    }
    if (clock.now() - answeredAt >= silenceLimit) throw undecided(network, last)
    await wait(clock, interval, signal)
  }
  throw undecided(network, last)
}

function readHeight({ rpc, network, signal }: ConfirmOptions): Promise<number> {
  return rpc.call(network, {
    method: 'getBlockHeight',
    params: [{ commitment: atLeastConfirmed(network) }],
    schema: height,
    signal,
  })
}

/**
 * The height is read before the status, so that a transaction of the last valid block is not missed.
 *
 * @param expiredAfter The last valid block height, once the network has come past it.
 */
async function decide(
  options: ConfirmOptions,
  expiredAfter: number | undefined,
): Promise<Decision | 'forgotten' | undefined> {
  const { network, clock, sentAt } = options
  const isExpired = expiredAfter !== undefined
  const least = isExpired ? await slotAfter(options, expiredAfter) : 0
  const { context, value } = await readStatus(options, isExpired)
  const status = value[0]
  if (status) {
    if (status.err !== null && status.err !== undefined) {
      const reason = describeTransactionError(status.err)
      return { status: 'failed', code: nameTransactionError(status.err), reason }
    }
    const level = levels.indexOf(status.confirmationStatus ?? 'processed')
    return level >= levels.indexOf(network.commitment ?? 'confirmed') ? { status: 'confirmed' } : undefined
  }
  if (!isExpired) return undefined
  if (sentAt !== undefined && clock.now() - sentAt > memory) return 'forgotten'
  // Answers may come of several nodes: of one that lags, which has not seen the last valid block, nothing follows.
  if (context.slot < least) return undefined
  return notTaken
}

function readStatus({ rpc, network, signature, signal }: ConfirmOptions, isExpired: boolean) {
  return rpc.call(network, {
    method: 'getSignatureStatuses',
    params: [[signature], { searchTransactionHistory: isExpired }],
    schema: statuses,
    signal,
  })
}

/** A slot after a block of that height, by a node that has come past it; infinite while the node has not. */
async function slotAfter({ rpc, network, signal }: ConfirmOptions, blockHeight: number): Promise<number> {
  const { context, value } = await rpc.call(network, {
    method: 'getLatestBlockhash',
    params: [{ commitment: atLeastConfirmed(network) }],
    schema: newest,
    signal,
  })
  const reached = value.lastValidBlockHeight - blockhashLifetime
  return reached > blockHeight ? context.slot : Number.POSITIVE_INFINITY
}

/** A block that is only processed can go away, and with it the proof that the transaction expired. */
const atLeastConfirmed = (network: SolanaNetwork) =>
  network.commitment === 'finalized' ? 'finalized' : 'confirmed'

/** Nobody has said what became of a transaction. */
export function undecided(network: SolanaNetwork, cause?: unknown): BaseError {
  return new NetworkError(
    `${network.name} did not say what became of the transaction. Check the explorer before you send again.`,
    { code: 'TRANSACTION_UNDECIDED', parameters: { network: network.name }, cause },
  )
}
