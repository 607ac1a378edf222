import { type Clock, type LogService, wait } from '@latchkey/kernel/plugin'
import type { ReplaceDecision, ReplaceWay } from '@latchkey/kernel/contracts'
import type { Address, Hex } from 'viem'
import { getBlockNumber, getTransactionCount } from 'viem/actions'
import type { EvmClient } from '../../clients.js'
import {
  type AskedCall,
  findTransaction,
  firstPauses,
  patience,
  perhapsPaid,
  readDecision,
  undecided,
} from '../send/awaitReceipt.js'
import { compareToAsked } from '../send/compareToAsked.js'
import { findUseOfNonce } from '../send/findUseOfNonce.js'
import { isSameCall } from '../send/isSameCall.js'

export interface ReplacementWait {
  readonly client: EvmClient
  /** Of the new transaction. */
  readonly hash: Hex
  readonly replaced: Hex
  readonly from: Address
  /** Of the pending transaction. Absent where it isn't known any more. */
  readonly nonce: number | undefined
  readonly sentAfter: bigint
  readonly asked: AskedCall | undefined
  readonly way: ReplaceWay
  readonly clock: Clock
  readonly log: LogService
}

/** Waits until the chain has used the nonce, and says which of the transactions it took. @throws NetworkError */
export async function awaitReplacement(
  options: ReplacementWait,
  signal: AbortSignal | undefined,
): Promise<ReplaceDecision> {
  const { client, clock, log } = options
  const deadline = clock.now() + patience
  for (let round = 0; clock.now() < deadline; round += 1) {
    signal?.throwIfAborted()
    try {
      const decision = (await readOneOfBoth(options)) ?? (await readThird(options))
      if (decision) return decision
    } catch (error) {
      log.debug('The state of two transactions could not be read; it is read again.', error)
    }
    await wait(clock, firstPauses[round] ?? client.pollingInterval, signal)
  }
  throw undecided(options.hash)
}

async function readOneOfBoth(options: ReplacementWait): Promise<ReplaceDecision | undefined> {
  const { client, hash, replaced, way, nonce } = options
  const own = hash === replaced ? undefined : await readDecision(client, hash)
  if (own) {
    const known = await findTransaction(client, hash)
    if (known && nonce !== undefined && known.nonce !== nonce) {
      return { ...own, ...apart, taken: hash, which: 'apart' }
    }
    const compared = await compareToAsked({ ...options, sent: Promise.resolve(known) }, hash, own)
    return { ...compared, taken: hash, which: 'replacement' }
  }
  const first = await readDecision(client, replaced)
  if (!first) return undefined
  if (way === 'cancel') return { ...first, ...tooLate, taken: replaced, which: 'original' }
  // It is the call that was to be made faster, made before that was asked for.
  const before = { ...options, sent: Promise.resolve(undefined), sentAfter: -1n }
  return { ...(await compareToAsked(before, replaced, first)), taken: replaced, which: 'original' }
}

/** What used the nonce when neither of the two did. */
async function readThird(options: ReplacementWait): Promise<ReplaceDecision | undefined> {
  const { client, from, nonce, sentAfter, asked, hash, way } = options
  if (nonce === undefined) return undefined
  const latest = await getBlockNumber(client, { cacheTime: 0 })
  const used = await getTransactionCount(client, { address: from, blockNumber: latest })
  if (used <= nonce) return undefined
  // A receipt may have come between the questions.
  const late = await readOneOfBoth(options)
  if (late) return late
  const other = await findUseOfNonce(client, { from, nonce, sentAfter, usedBy: latest })
  if (!other) return { ...perhapsPaid, status: 'failed', taken: hash, which: 'other' }
  const third = { taken: other.hash, which: 'other' } as const
  if (asked === undefined || !isSameCall(asked, other)) return { status: 'failed', ...byThird, ...third }
  const decision = await readDecision(client, other.hash)
  if (!decision) return undefined
  // It moves nothing and has used the nonce, even where it reverted.
  if (way === 'cancel') return { status: 'confirmed', ...third }
  const compared = await compareToAsked(
    { ...options, sent: Promise.resolve(undefined) },
    other.hash,
    decision,
  )
  return { ...compared, ...third }
}

const tooLate = {
  code: 'CANCEL_TOO_LATE',
  reason: 'The network took the first transaction before it could be canceled.',
} as const

const byThird = {
  code: 'REPLACED_BY_OTHER',
  reason: 'Another transaction of this account took the place of both. Look at it on the explorer.',
} as const

export const apart = {
  code: 'REPLACEMENT_APART',
  reason:
    'Your wallet made a second transaction instead of replacing the pending one. Both can go through, so you may pay twice.',
} as const
