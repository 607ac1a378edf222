import type { Amount, Clock, NetworkId, StorageService } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { pendingSendsKey } from '../pendingSendsKey.js'

/** A send as it outlives the page: what anybody can read on the chain, and nothing else. */
export interface PendingSend {
  readonly id: string
  readonly networkId: NetworkId
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
  /** Milliseconds since the epoch. */
  readonly sentAt: number
  /** What the chain needs to follow it, beside the id. */
  readonly trail?: string
  readonly decision?: { readonly status: 'confirmed' | 'failed'; readonly at: number }
}

/** Bitcoin's nodes keep a payment for so many milliseconds, two weeks; no chain decides later. */
const longestWait = 1_209_600_000
/** Milliseconds a decision is kept for the tabs that wait for it. */
const decisionTime = 600_000
const mostKept = 50

const text = z.string().check(z.minLength(1), z.maxLength(500))
const longText = z.string().check(z.maxLength(2_000))
const units = z.pipe(
  z.string().check(z.regex(/^\d{1,80}$/)),
  z.transform((digits) => BigInt(digits)),
)
const amount = z.object({
  value: units,
  decimals: z.number().check(z.int(), z.gte(0), z.lte(255)),
  symbol: text,
})
const schema = z.object({
  id: text,
  networkId: z.templateLiteral([z.string(), ':', z.string()]),
  address: text,
  isSmartAccount: z.boolean(),
  to: text,
  amount,
  fee: amount,
  asset: z.exactOptional(text),
  name: z.string().check(z.maxLength(500)),
  icon: z.exactOptional(longText),
  sentAt: z.number(),
  trail: z.exactOptional(longText),
  decision: z.exactOptional(z.object({ status: z.enum(['confirmed', 'failed']), at: z.number() })),
})

/** Sends of this app that are under way, shared by the tabs of a site. */
export interface PendingSends {
  /** Newest first. What has waited too long is left out, and what somebody else wrote. */
  list(): readonly PendingSend[]
  find(send: SendIdentity): PendingSend | undefined
  /** Adds one, or puts it in place of what was known. */
  put(send: PendingSend): void
}

type SendIdentity = Pick<PendingSend, 'id' | 'networkId'>

export function createPendingSends(storage: StorageService, clock: Clock): PendingSends {
  function list(): readonly PendingSend[] {
    const now = clock.now()
    // Newest first, and this app writes no more: what is behind them was written by something else.
    const newest = (storage.read(pendingSendsKey) ?? []).slice(0, mostKept)
    return newest.flatMap((value) => {
      const { data } = z.safeParse(schema, value)
      if (!data || now - data.sentAt > longestWait) return []
      return data.decision && now - data.decision.at > decisionTime ? [] : [data]
    })
  }
  const isSame = (left: SendIdentity, right: SendIdentity) =>
    left.id === right.id && left.networkId === right.networkId
  return {
    list,
    find: (send) => list().find((one) => isSame(one, send)),
    put(send) {
      const others = list().filter((one) => !isSame(one, send))
      storage.write(pendingSendsKey, [send, ...others].slice(0, mostKept).map(plain))
    },
  }
}

/** JSON has no large integers. */
function plain(send: PendingSend): unknown {
  const { icon, trail, ...rest } = send
  const kept = { ...rest, ...bounded({ icon }), ...bounded({ trail }) }
  return JSON.parse(
    JSON.stringify(kept, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  )
}

/** A picture may be written into its address; that is not worth the room. */
const bounded = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(texts).filter(([, value]) => value !== undefined && value.length <= 2_000),
  )
