import { type HttpStatusError, isKernelError, type NetworkId } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { HistoryList, HistoryListPage, HistoryListRequest, HistoryTools } from '../HistorySource.js'
import { createEvmEntries } from './evmEntries.js'
import { createPacedRequest } from './createPacedRequest.js'
import { type ReadRow, readRows, sinceOf } from './readRows.js'
import {
  count,
  countOf,
  decimals,
  evmAddress,
  evmHash,
  optional,
  rows,
  text,
  unsigned,
} from './rowSchemas.js'
import { describeSourceFailure, sourceError } from './sourceErrors.js'

const name = 'Blockscout'
const service = 'https://api.blockscout.com'
const byteLimit = 8_388_608

const pageParameters = z.record(
  z.string().check(z.maxLength(60)),
  z.nullable(z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean()])),
)
const answerSchema = z.object({
  items: rows,
  next_page_params: optional(pageParameters),
  meta: optional(z.object({ status: optional(z.number()) })),
})

const account = z.object({ hash: evmAddress })
/** Versions before 8 call the block and the transaction otherwise. */
const place = {
  block_number: optional(count),
  block: optional(count),
  timestamp: optional(text),
}
const timedRow = z.object({ timestamp: text })
const transactionRow = z.object({
  ...place,
  hash: evmHash,
  position: optional(count),
  status: optional(text),
  result: optional(text),
  from: account,
  to: optional(account),
  created_contract: optional(account),
  value: unsigned,
  fee: optional(z.object({ value: optional(unsigned) })),
  raw_input: optional(z.string()),
})
const parent = { transaction_hash: optional(evmHash), tx_hash: optional(evmHash) }
const tokenRow = z.object({
  ...place,
  ...parent,
  log_index: optional(count),
  from: account,
  to: account,
  token: z.object({
    address_hash: optional(evmAddress),
    address: optional(evmAddress),
    name: z.unknown(),
    symbol: z.unknown(),
    decimals: optional(decimals),
  }),
  total: z.object({
    value: optional(unsigned),
    decimals: optional(decimals),
    token_id: optional(unsigned),
  }),
})
const internalRow = z.object({
  ...place,
  ...parent,
  index: optional(count),
  transaction_index: optional(count),
  success: z.boolean(),
  type: text,
  from: account,
  to: optional(account),
  created_contract: optional(account),
  value: unsigned,
})

export interface BlockscoutTools {
  readonly urls: Readonly<Record<NetworkId, string>> | undefined
  readonly key: string | undefined
  readonly requestsPerSecond: number
}

type Entries = ReturnType<typeof createEvmEntries>

export function createBlockscoutLists(tools: HistoryTools, options: BlockscoutTools): readonly HistoryList[] {
  const { signal } = tools
  const paced = createPacedRequest(tools, options.requestsPerSecond)

  const baseOf = (networkId: NetworkId) => {
    const url = options.urls?.[networkId] ?? `${service}/${networkId.slice('eip155:'.length)}`
    return `${url.replace(/\/+$/, '').replace(/\/api(?:\/v2)?$/, '')}/api/v2`
  }

  async function ask({ networkId, address, cursor }: HistoryListRequest, path: string) {
    const base = baseOf(networkId)
    // No instance of somebody else learns it.
    const apikey = new URL(base).origin === service ? options.key : undefined
    return paced({
      url: `${base}/addresses/${encodeURIComponent(address)}/${path}`,
      query: { ...(cursor === undefined ? {} : readCursor(cursor)), apikey },
      schema: answerSchema,
      what: name,
      byteLimit,
      signal,
    }).catch((error: unknown) => {
      if (isUnseen(error)) return unseen
      throw describeSourceFailure(error, name)
    })
  }

  const listOf = (
    id: string,
    read: (row: unknown, entries: Entries) => ReadRow,
    fills: readonly string[] = [],
  ): HistoryList => ({
    id,
    fills,
    async read(request) {
      const network = tools.network(request.networkId)
      if (!network) return { entries: [] }
      const entries = createEvmEntries(tools, request.networkId, request.address, network.nativeCurrency)
      const { items, next_page_params: next, meta } = await ask(request, id)
      const page = readRows(items, (row) => read(row, entries))
      const last = z.safeParse(timedRow, items.at(-1)).data?.timestamp
      return {
        ...page,
        ...sinceOf(Date.parse(last ?? '')),
        ...nextOf(next),
        ...(meta?.status === 2 ? { gaps: [notIndexed] } : {}),
      }
    },
  })

  return [
    listOf('transactions', readTransaction),
    listOf('token-transfers', readToken),
    listOf('internal-transactions', readInternal, ['INTERNAL_TRANSFERS_UNSEEN']),
  ]
}

const unseenBody = z.object({ message: z.literal('Not found') })
const unseen: z.infer<typeof answerSchema> = { items: [] }

/** What instances answer for an address without transactions. Another 404 is a wrong URL, or a network that isn't served. */
function isUnseen(error: unknown): boolean {
  if (!isKernelError(error, 'HTTP_STATUS')) return false
  const { status, body } = error as HttpStatusError
  return status === 404 && z.safeParse(unseenBody, parseJson(body)).success
}

const notIndexed = {
  code: 'INTERNAL_TRANSFERS_LATE',
  message: 'Coins that a contract paid out a moment ago may not be in this list yet.',
}

function nextOf(next: z.infer<typeof answerSchema>['next_page_params']): Pick<HistoryListPage, 'next'> {
  const given = Object.entries(next ?? {}).filter(([, value]) => value !== null)
  return given.length === 0 ? {} : { next: JSON.stringify(Object.fromEntries(given)) }
}

function readCursor(cursor: string): Readonly<Record<string, string | number | boolean>> {
  const read = z.safeParse(pageParameters, parseJson(cursor))
  if (!read.success) throw sourceError('HISTORY_SOURCE_FAILED', name, ['The cursor is of another source.'])
  return read.data as Record<string, string | number | boolean>
}

function parseJson(textual: string): unknown {
  try {
    return JSON.parse(textual)
  } catch {
    // Not a cursor of ours, which the schema then says.
    return undefined
  }
}

interface Place {
  readonly block_number?: string | number | null | undefined
  readonly block?: string | number | null | undefined
  readonly timestamp?: string | null | undefined
}

function placeOf({ block_number, block, timestamp }: Place) {
  const height = block_number ?? block
  const minedAt = Date.parse(timestamp ?? '')
  return {
    ...(height === undefined || height === null ? {} : { block: countOf(height) }),
    ...(minedAt > 0 ? { minedAt } : {}),
  }
}

function readTransaction(row: unknown, entries: Entries): ReadRow {
  const parsed = z.safeParse(transactionRow, row)
  if (!parsed.success) return 'unreadable'
  const { hash, position, status, result, from, to, created_contract, value, fee, raw_input } = parsed.data
  const where = placeOf(parsed.data)
  // One that waits for its block, or was replaced, is no history yet.
  if (where.minedAt === undefined || where.block === undefined || result === 'dropped/replaced')
    return undefined
  return {
    id: hash.toLowerCase(),
    ...where,
    ...(position === undefined || position === null ? {} : { index: countOf(position) }),
    ...entries.transaction({
      from: from.hash,
      ...(to ? { to: to.hash } : {}),
      value,
      hasFailed: status === 'error',
      input: raw_input,
      created: created_contract?.hash,
      fee: fee?.value ? BigInt(fee.value) : undefined,
    }),
  }
}

function readToken(row: unknown, entries: Entries): ReadRow {
  const parsed = z.safeParse(tokenRow, row)
  if (!parsed.success) return 'unreadable'
  const { transaction_hash, tx_hash, log_index, from, to, token, total } = parsed.data
  const id = transaction_hash ?? tx_hash
  const contract = token.address_hash ?? token.address
  const itemId = total.token_id
  const value = total.value ?? (itemId ? '1' : undefined)
  const where = placeOf(parsed.data)
  if (!id || !contract || value === undefined || where.minedAt === undefined) return 'unreadable'
  const places = total.decimals ?? token.decimals
  const { name: called, symbol } = token
  const transfer = entries.tokenTransfer({
    ...{ from: from.hash, to: to.hash, value, contract, itemId, decimals: places },
    ...{ name: called, symbol },
  })
  if (!transfer) return 'unreadable'
  // One log may move several items.
  const item = itemId ? `.${itemId}.${value}` : ''
  const key = log_index === undefined || log_index === null ? {} : { key: `${log_index}${item}` }
  return { id: id.toLowerCase(), ...key, ...where, transfers: [transfer] }
}

function readInternal(row: unknown, entries: Entries): ReadRow {
  const parsed = z.safeParse(internalRow, row)
  if (!parsed.success) return 'unreadable'
  const { transaction_hash, tx_hash, index, transaction_index, success, type, from, value } = parsed.data
  const id = transaction_hash ?? tx_hash
  const to = parsed.data.to ?? parsed.data.created_contract
  const where = placeOf(parsed.data)
  if (!id || where.minedAt === undefined) return 'unreadable'
  const number = index === undefined || index === null ? undefined : countOf(index)
  // The call, or the creation, with index 0 is the transaction itself, which the other list has.
  if (!success || !to || number === 0) return undefined
  const transfers = entries.internalTransfers(type, { from: from.hash, to: to.hash, value })
  if (transfers.length === 0) return undefined
  return {
    id: id.toLowerCase(),
    ...(number === undefined ? {} : { key: String(number) }),
    ...where,
    ...(transaction_index === undefined || transaction_index === null
      ? {}
      : { index: countOf(transaction_index) }),
    transfers,
  }
}
