import {
  type Amount,
  type Currency,
  fromDecimal,
  readDecimal,
  type TransactionTransfer,
} from '@latchkey/kernel/contracts'
import { type NetworkId, plainText } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { HistoryList, HistoryListRequest, HistoryTools } from '../HistorySource.js'
import { type ReadRow, readRows, sinceOf } from './readRows.js'
import { optional, rows, small, text, unsigned } from './rowSchemas.js'
import { describeSourceFailure, sourceError } from './sourceErrors.js'

const name = 'Subscan'
const byteLimit = 8_388_608
const pageSize = 50

const answerSchema = z.object({
  code: z.number(),
  data: optional(z.object({ extrinsics: optional(rows), transfers: optional(rows) })),
})
const hash = z.union([z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)), z.literal('')])
const place = {
  block_num: small,
  block_timestamp: small,
  extrinsic_index: z.string().check(z.regex(/^\d{1,12}-\d{1,6}$/)),
}
const extrinsicRow = z.object({
  ...place,
  extrinsic_hash: hash,
  call_module: text,
  call_module_function: text,
  success: z.boolean(),
  finalized: optional(z.boolean()),
  fee: optional(text),
  fee_used: optional(text),
  account_display: optional(z.object({ address: optional(text) })),
})
const transferRow = z.object({
  ...place,
  event_idx: small,
  hash,
  from: text,
  to: text,
  success: z.boolean(),
  module: optional(text),
  amount: z.string().check(z.maxLength(120)),
  amount_v2: optional(unsigned),
  asset_symbol: z.unknown(),
  asset_type: optional(text),
  asset_unique_id: optional(text),
  item_id: optional(text),
})
const timedRow = z.object({ block_timestamp: small })
const extrinsicPlace = z.object({ id: small })
const transferPlace = z.object({ block_num: small, event_idx: small })

export interface SubscanTools {
  readonly key: string | undefined
  readonly urls: Readonly<Record<NetworkId, string>>
}

interface Reading {
  readonly networkId: NetworkId
  /** Whose history it is. */
  readonly account: string
  readonly coin: Currency
  readonly tools: HistoryTools
}

export function createSubscanLists(tools: HistoryTools, { key, urls }: SubscanTools): readonly HistoryList[] {
  const { http, signal } = tools

  async function ask({ networkId, address }: HistoryListRequest, path: string, more: object) {
    const url = urls[networkId]?.replace(/\/+$/, '')
    const request = http.request({
      url: `${url}/api/v2/scan/${path}`,
      method: 'POST',
      body: { address, row: pageSize, page: 0, order: 'desc', ...more },
      ...(key ? { headers: { 'x-api-key': key } } : {}),
      schema: answerSchema,
      what: name,
      retries: 2,
      byteLimit,
      signal,
    })
    const { code, data } = await request.catch((error: unknown) => {
      throw describeSourceFailure(error, name)
    })
    if (code !== 0) throw sourceError('HISTORY_SOURCE_FAILED', name, [`Code: ${code}`])
    return data
  }

  const listOf = (
    id: 'extrinsics' | 'transfers',
    read: (row: unknown, reading: Reading) => ReadRow,
    afterOf: (row: unknown) => unknown,
  ): HistoryList => ({
    id,
    async read(request) {
      const { networkId, address, cursor } = request
      const coin = tools.network(networkId)?.nativeCurrency
      if (!coin) return { entries: [] }
      const after = cursor === undefined ? {} : { after_id: readCursor(cursor) }
      const data = await ask(request, id, { ...after, ...(id === 'transfers' ? { direction: 'all' } : {}) })
      const found = data?.[id]?.slice(0, pageSize) ?? []
      const isFull = found.length === pageSize
      const next = isFull ? afterOf(found.at(-1)) : undefined
      const reading = { networkId, account: address, coin, tools }
      const { leftOut = 0, ...known } = readRows(found, (row) => read(row, reading))
      // A full page whose last row doesn't say where to go on.
      const missing = leftOut + (isFull && next === undefined ? 1 : 0)
      return {
        ...known,
        ...sinceOf(timeOf(found.at(-1))),
        ...(missing > 0 ? { leftOut: missing } : {}),
        ...(next === undefined ? {} : { next: JSON.stringify(next) }),
      }
    },
  })

  return [
    listOf('extrinsics', readExtrinsic, (row) => z.safeParse(extrinsicPlace, row).data?.id),
    listOf('transfers', readTransfer, (row) => {
      const last = z.safeParse(transferPlace, row).data
      return last && [last.block_num, last.event_idx]
    }),
  ]
}

// no money: milliseconds
const timeOf = (row: unknown) => (z.safeParse(timedRow, row).data?.block_timestamp ?? 0) * 1_000

function readCursor(cursor: string): number | readonly number[] {
  if (/^\d{1,16}$/.test(cursor) || /^\[\d{1,16},\d{1,16}\]$/.test(cursor)) return JSON.parse(cursor)
  throw sourceError('HISTORY_SOURCE_FAILED', name, ['The cursor is of another source.'])
}

function placeOf(
  { block_num, block_timestamp, extrinsic_index }: z.infer<typeof extrinsicRow> | z.infer<typeof transferRow>,
  given: string,
) {
  return {
    // What moves outside of an extrinsic has no hash; its place names it.
    id: given === '' ? extrinsic_index : given.toLowerCase(),
    block: block_num,
    // no money: milliseconds
    minedAt: block_timestamp * 1_000,
    // no money: a place
    index: Number(extrinsic_index.split('-')[1]),
  }
}

function readExtrinsic(row: unknown, { coin }: Reading): ReadRow {
  const parsed = z.safeParse(extrinsicRow, row)
  if (!parsed.success) return 'unreadable'
  const { extrinsic_hash, success, finalized, fee_used, fee, account_display } = parsed.data
  // What may still be taken back is no history yet, as for the chain's own.
  if (finalized === false) return undefined
  const paid = [fee_used, fee].find((value) => value && /^[1-9]\d{0,40}$/.test(value))
  const from = account_display?.address
  return {
    ...placeOf(parsed.data, extrinsic_hash),
    facts: {
      status: success ? 'confirmed' : 'failed',
      called: operationOf(parsed.data),
      ...(from ? { from } : {}),
      ...(paid ? { fee: amountOf(BigInt(paid), coin) } : {}),
    },
    transfers: [],
  }
}

function operationOf({
  call_module: module,
  call_module_function: call,
}: Pick<z.infer<typeof extrinsicRow>, 'call_module' | 'call_module_function'>): string {
  if (/^(?:staking|nominationpools)$/i.test(module)) {
    if (/^(?:bond|join)/.test(call)) return 'stake'
    if (call === 'unbond') return 'unstake'
  }
  return /^balances$/i.test(module) && call.startsWith('transfer') ? 'send' : 'execute'
}

function readTransfer(row: unknown, { networkId, account, coin, tools }: Reading): ReadRow {
  const parsed = z.safeParse(transferRow, row)
  if (!parsed.success) return 'unreadable'
  const { from, to, success, hash: given, event_idx } = parsed.data
  // A transfer of an extrinsic that failed is listed, and moved nothing.
  if (!success) return undefined
  const isOf = (address: string) => tools.isSameAddress(networkId, address, account)
  if (!tools.isAddress(networkId, from) || !tools.isAddress(networkId, to)) return 'unreadable'
  if (!isOf(from) && !isOf(to)) return undefined
  const moved = movedOf(parsed.data, coin)
  if (!moved) return 'unreadable'
  const direction: TransactionTransfer['direction'] = isOf(from) ? (isOf(to) ? 'self' : 'out') : 'in'
  const transfer: TransactionTransfer = { direction, ...moved, from, to }
  return { ...placeOf(parsed.data, given), key: String(event_idx), order: event_idx, transfers: [transfer] }
}

const amountOf = (value: bigint, { decimals, symbol }: Currency): Amount => ({ value, decimals, symbol })

/** What moved: the chain's coin, or an asset whose places follow from its amount in both forms. */
function movedOf(
  {
    amount,
    amount_v2,
    asset_type,
    asset_unique_id,
    asset_symbol,
    item_id,
    module,
  }: z.infer<typeof transferRow>,
  coin: Currency,
): Pick<TransactionTransfer, 'amount' | 'asset' | 'name' | 'collectible'> | undefined {
  const exact = amount_v2 && amount_v2 !== '0' ? BigInt(amount_v2) : undefined
  const symbol = plainText(asset_symbol, 20)
  if (item_id) {
    const asset = asset_unique_id ?? module ?? ''
    return { amount: { value: 1n, decimals: 0, symbol }, asset, collectible: { id: plainText(item_id, 80) } }
  }
  const isCoin = (!asset_type || asset_type === 'native') && (module ?? 'balances') === 'balances'
  if (isCoin) {
    const value = fromDecimal(amount, coin.decimals)
    if (value === undefined || (exact !== undefined && exact !== value)) return undefined
    return { amount: amountOf(value, coin), name: coin.name }
  }
  if (!readDecimal(amount) || exact === undefined || !asset_unique_id) return undefined
  for (let decimals = 0; decimals <= 30; decimals += 1) {
    if (fromDecimal(amount, decimals) === exact) {
      return { amount: { value: exact, decimals, symbol }, asset: asset_unique_id }
    }
  }
  return undefined
}
