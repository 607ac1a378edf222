import * as z from 'zod/mini'
import type { Bill } from './Bill.js'
import { billsOf, findMissing } from './billsOf.js'

const assetPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})(?:\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128}))?$/
const amountPattern = /^(\d{1,80})(?:\.(\d{1,80}))?$/

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const key = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
const reference = z.exactOptional(z.union([key, z.array(key).check(z.minLength(1), z.maxLength(5))]))
const alternative = z.object({
  asset: z.string().check(z.regex(assetPattern)),
  amount: z.string().check(z.regex(amountPattern)),
  decimals: z.number().check(z.int(), z.gte(0), z.lte(36)),
  symbol: text(24),
  receiver: z.exactOptional(z.string().check(z.regex(/^[a-zA-Z0-9]{3,128}$/))),
  payer: z.exactOptional(z.string().check(z.regex(/^[a-zA-Z0-9]{3,128}$/))),
  reference,
})
const time = z.number().check(z.int(), z.gte(0))
const schema = z.object({
  id: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
  asset: z.string().check(z.regex(assetPattern)),
  amount: z.string().check(z.regex(amountPattern)),
  decimals: z.number().check(z.int(), z.gte(0), z.lte(36)),
  symbol: text(24),
  receiver: z.string().check(z.regex(/^[a-zA-Z0-9]{3,128}$/)),
  payer: z.exactOptional(z.string().check(z.regex(/^[a-zA-Z0-9]{3,128}$/))),
  createdAt: time,
  expiresAt: z.exactOptional(time),
  reference,
  memo: z.exactOptional(text(200)),
  title: z.exactOptional(text(200)),
  alternatives: z.exactOptional(z.array(alternative).check(z.maxLength(20))),
})

/** A bill that was read, in the terms of a chain. */
export interface ReadBill {
  readonly bill: Bill
  readonly namespace: string
  /** CAIP-2. */
  readonly networkId: string
  /** Contract, mint or asset id; `undefined` for the coin. */
  readonly token: string | undefined
  /** In the smallest unit; above 0. */
  readonly units: bigint
}

/** Reads a bill that came from outside. Returns what is wrong with it as a sentence for developers. */
function readBill(value: unknown): ReadBill | { readonly problem: string } {
  const { data, error } = z.safeParse(schema, value)
  if (!data) {
    const field = error.issues[0]?.path.join('.') || 'bill'
    return { problem: `Its field "${field}" is missing or has another form than \`Bill\` says.` }
  }
  const [, namespace = '', reference = '', kind, address] = assetPattern.exec(data.asset) ?? []
  const units = unitsOf(data.amount, data.decimals)
  if (units === undefined) {
    return { problem: `Its amount ${data.amount} has more digits after the point than ${data.decimals}.` }
  }
  if (namespace !== 'solana' && (data.reference !== undefined || data.memo !== undefined)) {
    return {
      problem: `Its ${data.memo === undefined ? 'reference' : 'memo'} needs an asset on Solana: no other transfer carries it.`,
    }
  }
  if (units === 0n) return { problem: 'Its amount is 0.' }
  if (data.expiresAt !== undefined && data.expiresAt <= data.createdAt) {
    return { problem: 'It ends before it begins.' }
  }
  const token = kind === 'slip44' ? undefined : address
  return { bill: data, namespace, networkId: `${namespace}:${reference}`, token, units }
}

/** Reads a bill with its alternatives; the bill itself comes first. Returns a mistake as a sentence for developers. */
export function readBills(value: unknown): readonly [ReadBill, ...ReadBill[]] | { readonly problem: string } {
  const whole = readBill(value)
  if ('problem' in whole) return whole
  const missing = findMissing(whole.bill)
  if (missing !== undefined) return { problem: missing }
  const reads: ReadBill[] = []
  for (const bill of billsOf(whole.bill)) {
    const read = readBill(bill)
    if ('problem' in read) return read
    reads.push(read)
  }
  // The coin of a network has two names: with and without its slip44.
  const names = reads.map(({ bill, networkId, token }) => (token === undefined ? networkId : bill.asset))
  const assets = new Set(names.map((name) => name.toLowerCase()))
  if (assets.size < reads.length) return { problem: 'It names one asset twice.' }
  return [reads[0] ?? whole, ...reads.slice(1)]
}

/** The smallest units. `undefined` when a digit would get lost. */
function unitsOf(amount: string, decimals: number): bigint | undefined {
  const [, whole = '', fraction = ''] = amountPattern.exec(amount) ?? []
  const kept = fraction.replace(/0+$/, '')
  return kept.length > decimals ? undefined : BigInt(whole + kept.padEnd(decimals, '0'))
}
