import { randomUUID } from 'node:crypto'
import type { OnrampListing } from './listings.js'
import type { OnrampSession } from './sessions.js'
import { webhookHeaders } from './webhooks.js'

/** What becomes of a payment. `late` is delivered at `release`, and so is the second half of `partial`. */
export type OnrampOutcome = 'deliver' | 'late' | 'partial' | 'fail' | 'refund'

export interface OnrampOrder {
  readonly id: string
  readonly state: 'paid' | 'delivered' | 'failed' | 'refunded'
  readonly transactionIds: readonly string[]
  readonly address: string
  readonly symbol: string
  /** Smallest units that were bought. */
  readonly units: bigint
}

interface Tools {
  readonly secret: string
  now(): number
  webhookUrl(): string
}

/** Payments, and what is still owed for them. */
export function createOrders({ secret, now, webhookUrl }: Tools) {
  const orders = new Map<string, OnrampOrder>()
  const owed = new Map<string, () => Promise<void>>()
  let outcome: OnrampOutcome = 'deliver'

  async function put(order: OnrampOrder): Promise<OnrampOrder> {
    orders.set(order.id, order)
    const { id, state, transactionIds } = order
    const body = JSON.stringify({ delivery: randomUUID(), id, state, transactionIds })
    await fetch(webhookUrl(), { method: 'POST', body, headers: webhookHeaders(secret, body, now()) })
    return order
  }

  async function deliver(
    id: string,
    listing: OnrampListing,
    units: bigint,
    isLast: boolean,
  ): Promise<OnrampOrder> {
    const order = orders.get(id) as OnrampOrder
    const transaction = await listing.deliver(order.address, units)
    const transactionIds = [...order.transactionIds, transaction]
    return put({ ...order, transactionIds, state: isLast ? 'delivered' : 'paid' })
  }

  return {
    list: (): readonly OnrampOrder[] => [...orders.values()],
    /** What the page of the app may know. One that nobody has paid is waiting. */
    stateOf(id: string): { readonly state: string; readonly transactionIds?: readonly string[] } | undefined {
      const order = orders.get(id)
      if (!order) return { state: 'waiting' }
      const { state, transactionIds } = order
      return { state, transactionIds }
    },
    setOutcome(next: OnrampOutcome): void {
      outcome = next
    },
    async pay(
      { id, address }: OnrampSession,
      listing: OnrampListing,
      units: bigint,
      isDeclined: boolean,
    ): Promise<OnrampOrder> {
      const known = orders.get(id)
      if (known && known.state !== 'failed') return known
      const order: OnrampOrder = {
        id,
        address,
        symbol: listing.symbol,
        units,
        transactionIds: [],
        state: 'paid',
      }
      if (isDeclined || outcome === 'fail') return put({ ...order, state: 'failed' })
      if (outcome === 'refund') return put({ ...order, state: 'refunded' })
      const paid = await put(order)
      if (outcome === 'deliver') return deliver(id, listing, units, true)
      const now = outcome === 'partial' ? units / 2n : 0n
      owed.set(id, async () => void (await deliver(id, listing, units - now, true)))
      return now > 0n ? deliver(id, listing, now, false) : paid
    },
    async release(): Promise<void> {
      for (const [id, deliverRest] of [...owed]) {
        owed.delete(id)
        await deliverRest()
      }
    },
  }
}
