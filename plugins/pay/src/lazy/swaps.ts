import { guard, type NetworkId, type StorageService, storageKey } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'

/** A swap before a payment, from the moment that a wallet is asked until the bill is paid. It outlives the page. */
export interface AskedSwap {
  readonly billId: string
  /** What it was to bring: CAIP-2 or CAIP-19. */
  readonly asset: string
  readonly networkId: NetworkId
  readonly payer: string
  readonly connectionId?: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** `asked`: a wallet hasn't answered. `sent`: it returned a transaction. `unclear`: the outcome is unknown. `done`: the chain confirmed it. */
  readonly phase: 'asked' | 'sent' | 'unclear' | 'done'
  readonly transaction?: string
  /** What it brought isn't enough for the bill any more: another one may be asked for. */
  readonly isSpent?: boolean
}

const text = z.string().check(z.minLength(1), z.maxLength(500))
const schema = z.object({
  billId: text,
  asset: text,
  networkId: z.templateLiteral([z.string(), ':', z.string()]),
  payer: text,
  connectionId: z.exactOptional(text),
  at: z.number(),
  phase: z.enum(['asked', 'sent', 'unclear', 'done']),
  transaction: z.exactOptional(text),
  isSpent: z.exactOptional(z.boolean()),
})

/** Swaps before payments of this site. Each entry is checked when it is read. Full storage takes none away, as with payments. */
const swapsKey = storageKey(
  'pay.swaps',
  guard((value): value is unknown[] => Array.isArray(value)),
  { unite: (stored, unsaved) => [...unsaved, ...stored] },
)

const most = 100

/** Swaps of this site whose bill isn't paid, shared by its tabs. Read again each time: another tab may have written. */
export interface Swaps {
  find(billId: string): AskedSwap | undefined
  put(swap: AskedSwap): void
  /** It failed, or was certainly not done, or its bill is paid. */
  remove(billId: string): void
}

export function createSwaps(storage: StorageService): Swaps {
  const list = () => (storage.read(swapsKey) ?? []).flatMap((value) => z.safeParse(schema, value).data ?? [])
  const others = (billId: string) => list().filter((swap) => swap.billId !== billId)
  return {
    find: (billId) => list().find((swap) => swap.billId === billId),
    put: (swap) => storage.write(swapsKey, [swap, ...others(swap.billId)].slice(0, most)),
    remove(billId) {
      if (list().some((swap) => swap.billId === billId)) storage.write(swapsKey, others(billId))
    },
  }
}
