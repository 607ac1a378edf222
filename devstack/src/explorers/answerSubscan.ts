import { addressEq, isAddress } from '@polkadot/util-crypto'
import * as z from 'zod/mini'
import type { Reply } from './reply.js'
import type { SubstrateExtrinsic, SubstrateRecords, SubstrateTransfer } from './substrateRecords.js'

export interface SubscanFacts {
  readonly symbol: string
  readonly decimals: number
  /** The address in the chain's own form. */
  own(address: string): string
}

const mostRows = 100
const question = z.object({
  address: z.string(),
  row: z.number().check(z.int(), z.gte(1), z.lte(mostRows)),
  page: z._default(z.number().check(z.int(), z.gte(0)), 0),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  direction: z._default(z.enum(['all', 'sent', 'received']), 'all'),
  after_id: z.optional(z.union([z.number(), z.tuple([z.number(), z.number()])])),
})
type Question = z.infer<typeof question>

const answered = (data: object): Reply => ({
  status: 200,
  body: { code: 0, message: 'Success', generated_at: Math.floor(Date.now() / 1_000), data },
})

/** `/api/v2/scan/extrinsics` and `/api/v2/scan/transfers`. What is asked wrongly is answered with 200 and a code of its own. */
export function answerSubscan(
  path: string,
  body: unknown,
  records: SubstrateRecords,
  facts: SubscanFacts,
): Reply {
  const asked = z.safeParse(question, body)
  if (!asked.success || !isAddress(asked.data.address)) {
    return { status: 200, body: { code: 10_001, message: 'Invalid parameter', data: null } }
  }
  const address = facts.own(asked.data.address)
  if (path === '/api/v2/scan/extrinsics') {
    const all = records.extrinsicsOf(address)
    const { rows, count } = pageOf(all, asked.data, (one) => [one.block, one.index], idOf)
    return answered({ count, extrinsics: rows.map(toExtrinsic) })
  }
  if (path !== '/api/v2/scan/transfers')
    return { status: 404, body: { message: 'no Route matched with those values' } }
  const { direction } = asked.data
  const all = records
    .transfersOf(address)
    .filter(({ from, to }) => direction === 'all' || addressEq(direction === 'sent' ? from : to, address))
  const place = (one: SubstrateTransfer) => [one.block, one.eventIndex] as const
  const { rows, count } = pageOf(all, asked.data, place, place)
  return answered({ count, transfers: rows.map((one) => toTransfer(one, facts)) })
}

/** Pages by number, or from behind an entry that an earlier page ended with. */
function pageOf<T>(
  newestFirst: readonly T[],
  { order, page, row, after_id: after }: Question,
  placeOf: (one: T) => readonly [number, number],
  keyOf: (one: T) => unknown,
) {
  const sorted = order === 'desc' ? newestFirst : [...newestFirst].reverse()
  const found = after === undefined ? -1 : sorted.findIndex((one) => String(keyOf(one)) === String(after))
  const from = after === undefined ? page * row : found + 1
  // An entry that isn't there, of a fork for one, leads to what is behind its place.
  const [block, index] = Array.isArray(after)
    ? after
    : [Math.floor(Number(after) / 100_000), Number(after) % 100_000]
  const isBehind = (one: T) => {
    const [itsBlock, itsIndex] = placeOf(one)
    const distance = itsBlock - block || itsIndex - index
    return order === 'desc' ? distance < 0 : distance > 0
  }
  const start = after !== undefined && found < 0 ? sorted.findIndex(isBehind) : from
  return { count: sorted.length, rows: start < 0 ? [] : sorted.slice(start, start + row) }
}

const idOf = ({ block, index }: SubstrateExtrinsic) => block * 100_000 + index

const toPlace = ({ block, index, time }: SubstrateExtrinsic | SubstrateTransfer) => ({
  block_num: block,
  block_timestamp: time,
  extrinsic_index: `${block}-${index}`,
})

const toExtrinsic = (one: SubstrateExtrinsic) => ({
  ...toPlace(one),
  id: idOf(one),
  extrinsic_hash: one.hash,
  call_module: one.module.toLowerCase(),
  call_module_function: one.call,
  nonce: one.nonce,
  success: !one.hasFailed,
  fee: String(one.fee ?? 0n),
  fee_used: String(one.fee ?? 0n),
  tip: '0',
  finalized: true,
  account_display: { address: one.signer, display: '', account_index: '', identity: false },
})

const toTransfer = (one: SubstrateTransfer, { symbol, decimals }: SubscanFacts) => ({
  ...toPlace(one),
  from: one.from,
  to: one.to,
  success: !one.hasFailed,
  hash: one.hash,
  module: 'balances',
  amount: decimalOf(one.value, decimals),
  amount_v2: String(one.value),
  fee: String(one.fee ?? 0n),
  nonce: one.nonce,
  asset_symbol: symbol,
  asset_unique_id: symbol,
  asset_type: 'native',
  from_account_display: { address: one.from },
  to_account_display: { address: one.to },
  event_idx: one.eventIndex,
})

function decimalOf(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}
