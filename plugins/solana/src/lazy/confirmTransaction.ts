import { type BaseError, type Clock, isKernelError, NetworkError, wait } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { SolanaNetwork } from '../networks.js'
import type { SolanaRpc } from './rpc.js'
import { describeTransactionError } from './transactionErrors.js'

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

export type Decision = { readonly status: 'confirmed' | 'failed'; readonly reason?: string }

const statuses = z.object({
  value: z.array(
    z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.optional(z.nullable(z.string())) })),
  ),
})

const blockHeight = z.number().check(z.int(), z.gte(0))

/** How long a block hash lives, in blocks: whichever one of now a transaction carries, it has expired by then. */
const blockhashLifetime = 150
/** Milliseconds between questions: about two slots. */
const interval = 1_000
/** Milliseconds without any answer after which nothing can be said. A block hash lives for about 80 seconds. */
const silenceLimit = 120_000
/** Milliseconds for which every node remembers what it took. What is older may be forgotten, and was perhaps paid. */
const memory = 3_600_000
const levels = ['processed', 'confirmed', 'finalized']

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
  for (;;) {
    signal?.throwIfAborted()
    try {
      const height = await readHeight(options)
      lastValidBlockHeight ??= height + blockhashLifetime
      const decision = await decide(options, height > lastValidBlockHeight)
      if (decision === 'forgotten') break
      if (decision) return decision
      answeredAt = clock.now()
    } catch (error) {
      signal?.throwIfAborted()
      // Whatever a node says now, the transaction is on its way: only the chain decides about it.
      if (!isKernelError(error)) throw error
      if (clock.now() - answeredAt >= silenceLimit) throw undecided(network, error)
    }
    await wait(clock, interval, signal)
  }
  throw undecided(network)
}

function readHeight({ rpc, network, signal }: ConfirmOptions): Promise<number> {
  return rpc.call(network, {
    method: 'getBlockHeight',
    params: [{ commitment: atLeastConfirmed(network) }],
    schema: blockHeight,
    signal,
  })
}

/** The height is read before the status, so that a transaction of the last valid block is not missed. */
async function decide(
  options: ConfirmOptions,
  expired: boolean,
): Promise<Decision | 'forgotten' | undefined> {
  const { rpc, network, signature, signal, clock, sentAt } = options
  const { value } = await rpc.call(network, {
    method: 'getSignatureStatuses',
    params: [[signature], { searchTransactionHistory: expired }],
    schema: statuses,
    signal,
  })
  const status = value[0]
  if (status) {
    if (status.err !== null && status.err !== undefined) {
      return { status: 'failed', reason: describeTransactionError(status.err) }
    }
    const level = levels.indexOf(status.confirmationStatus ?? 'processed')
    return level >= levels.indexOf(network.commitment ?? 'confirmed') ? { status: 'confirmed' } : undefined
  }
  if (!expired) return undefined
  if (sentAt !== undefined && clock.now() - sentAt > memory) return 'forgotten'
  return {
    status: 'failed',
    reason: 'The network did not take the transaction in time. Nothing was sent: try again.',
  }
}

/** A block that is only processed can go away, and with it the proof that the transaction expired. */
const atLeastConfirmed = (network: SolanaNetwork) =>
  network.commitment === 'finalized' ? 'finalized' : 'confirmed'

function undecided(network: SolanaNetwork, cause?: unknown): BaseError {
  return new NetworkError(
    `${network.name} did not say what became of the transaction. Check the explorer before you send again.`,
    { code: 'TRANSACTION_UNDECIDED', cause },
  )
}
