import type { NetworkId, StorageService } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { ReadBill } from '../bill/readBill.js'
import { paymentsKey } from '../paymentsKey.js'

/** A payment as it outlives the page: what anybody can read on the chain. */
export interface Payment {
  readonly billId: string
  /** CAIP-2 or CAIP-19. */
  readonly asset: string
  /** In the smallest unit, digits. */
  readonly units: string
  readonly decimals: number
  readonly symbol: string
  readonly receiver: string
  readonly networkId: NetworkId
  /**
   * `asked`: a wallet was asked and hasn't answered. `sent`: it named a transaction. `linked`: the page of an exchange was
   * opened. `paid`, `failed`, `reported`: the end.
   */
  readonly phase: 'asked' | 'sent' | 'linked' | 'paid' | 'failed' | 'reported'
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly payer?: string
  readonly connectionId?: string
  readonly transaction?: string
  /** `transaction` names calls for the wallet's own plugin, and isn't sent by `Send`. */
  readonly isCalls?: boolean
  readonly trail?: string
  readonly exchange?: string
  readonly session?: string
  /** An exchange was asked to send something to the account itself: no shop waits for it. */
  readonly isDeposit?: boolean
}

const text = z.string().check(z.minLength(1), z.maxLength(500))
const schema = z.object({
  billId: text,
  asset: text,
  units: z.string().check(z.regex(/^\d{1,80}$/)),
  decimals: z.number().check(z.int(), z.gte(0), z.lte(36)),
  symbol: text,
  receiver: text,
  networkId: z.templateLiteral([z.string(), ':', z.string()]),
  phase: z.enum(['asked', 'sent', 'linked', 'paid', 'failed', 'reported']),
  at: z.number(),
  payer: z.exactOptional(text),
  connectionId: z.exactOptional(text),
  transaction: z.exactOptional(text),
  isCalls: z.exactOptional(z.boolean()),
  trail: z.exactOptional(z.string().check(z.maxLength(2_000))),
  exchange: z.exactOptional(text),
  session: z.exactOptional(text),
  isDeposit: z.exactOptional(z.boolean()),
})

/** Payments that have ended and are remembered. Those under way are all kept: forgetting one could pay it twice. */
const mostEnded = 100
const isEnded = ({ phase }: Payment) => phase === 'paid' || phase === 'failed' || phase === 'reported'

/** Payments of this site, shared by its tabs. Read each time: another tab may have written. */
export interface Payments {
  list(): readonly Payment[]
  find(billId: string): Payment | undefined
  put(payment: Payment): void
  /** Nothing was paid for certain, or nobody waits for it any more. */
  remove(billId: string): void
}

export function createPayments(storage: StorageService): Payments {
  function list(): readonly Payment[] {
    const payments = (storage.read(paymentsKey) ?? []).flatMap(
      (value) => z.safeParse(schema, value).data ?? [],
    )
    // Of what two tabs wrote of a bill, this page's own comes first.
    const first = new Map([...payments].reverse().map((payment) => [payment.billId, payment]))
    return payments.filter((payment) => first.get(payment.billId) === payment)
  }

  function write(payments: readonly Payment[]): void {
    const ended = payments.filter(isEnded)
    const dropped = new Set(ended.slice(mostEnded))
    storage.write(
      paymentsKey,
      payments.filter((payment) => !dropped.has(payment)),
    )
  }

  const others = (billId: string) => list().filter((payment) => payment.billId !== billId)
  return {
    list,
    find: (billId) => list().find((payment) => payment.billId === billId),
    put: (payment) => write([payment, ...others(payment.billId)]),
    remove: (billId) => write(others(billId)),
  }
}

/** What is remembered of a bill from the moment that a wallet or an exchange is asked. */
export function paymentOf(
  read: ReadBill,
  at: number,
): Pick<Payment, 'billId' | 'asset' | 'units' | 'decimals' | 'symbol' | 'receiver' | 'networkId' | 'at'> {
  const { bill, networkId, units } = read
  const { id: billId, asset, receiver, decimals, symbol } = bill
  return {
    billId,
    asset,
    units: String(units),
    decimals,
    symbol,
    receiver,
    networkId: networkId as NetworkId,
    at,
  }
}

/** Whether a remembered payment is of this very bill, and not of another one with its id. */
export const isOf = (payment: Payment, { bill, units }: ReadBill): boolean =>
  payment.asset === bill.asset && payment.units === String(units) && payment.receiver === bill.receiver
