import type { Amount, SendDecision } from '@latchkey/kernel/contracts'
import type { Clock, StorageService } from '@latchkey/kernel/plugin'
import { createPendingList, type PendingEntry, type PendingList } from '@latchkey/kernel/transaction'
import * as z from 'zod/mini'
import { pendingSendsKey } from '../pendingSendsKey.js'
import { jsonOf, storedAmount, storedText } from './storedSend.js'

/** A send as it outlives the page: what anybody can read on the chain, and nothing else. */
export interface PendingSend extends PendingEntry {
  /** Sender. */
  readonly address: string
  readonly isSmartAccount: boolean
  readonly to: string
  readonly amount: Amount
  readonly fee: Amount
  /** Contract, mint or asset id; absent for the coin. */
  readonly asset?: string
  readonly name: string
  readonly icon?: string
  /** What the chain needs to follow it, beside the id. */
  readonly trail?: string
  readonly decision?: NonNullable<PendingEntry['decision']> & Pick<SendDecision, 'outcome'>
}

/** Bitcoin's nodes keep a payment for so many milliseconds, two weeks; no chain decides later. */
const longestWait = 1_209_600_000

const longText = z.string().check(z.maxLength(2_000))
const schema = z.object({
  id: storedText,
  networkId: z.templateLiteral([z.string(), ':', z.string()]),
  address: storedText,
  isSmartAccount: z.boolean(),
  to: storedText,
  amount: storedAmount,
  fee: storedAmount,
  asset: z.exactOptional(storedText),
  name: z.string().check(z.maxLength(500)),
  icon: z.exactOptional(longText),
  sentAt: z.number(),
  trail: z.exactOptional(longText),
  decision: z.exactOptional(
    z.object({
      status: z.enum(['confirmed', 'failed']),
      at: z.number(),
      outcome: z.exactOptional(z.enum(['different', 'unknown'])),
    }),
  ),
})

/** Sends of this app that are under way. */
export type PendingSends = PendingList<PendingSend>

export const createPendingSends = (storage: StorageService, clock: Clock): PendingSends =>
  createPendingList({
    storage,
    clock,
    key: pendingSendsKey,
    longestWait,
    mostKept: 50,
    read: (stored) => z.safeParse(schema, stored).data,
    write: toPlain,
  })

function toPlain(send: PendingSend): unknown {
  const { icon, trail, ...rest } = send
  return jsonOf({ ...rest, ...bounded({ icon }), ...bounded({ trail }) })
}

/** A picture may be written into its address; that is not worth the room. */
const bounded = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(texts).filter(([, value]) => value !== undefined && value.length <= 2_000),
  )
