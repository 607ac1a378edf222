import { wait } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { HistoryList, HistoryListPage, HistoryListRequest, HistoryTools } from '../HistorySource.js'
import { createEvmEntries } from './evmEntries.js'
import { createPacedRequest } from './createPacedRequest.js'
import { type ReadRow, readRows } from './readRows.js'
import {
  count,
  countOf,
  millisecondsOf,
  decimals,
  evmAddress,
  evmHash,
  optional,
  text,
  unsigned,
} from './rowSchemas.js'
import { describeSourceFailure, sourceError } from './sourceErrors.js'

const name = 'Etherscan'
const byteLimit = 16_777_216
const pageSize = 100
/** Pages of one block: page × size may be 1,000 on a plan without charge. */
const mostPages = 10
/** Above every height. */
const latest = 9_999_999_999
/** Milliseconds until another try when the limit of a second is reached, and how often. */
const pause = 1_100
const mostTries = 3

const answerSchema = z.object({ status: text, message: optional(text), result: z.unknown() })

/** An address, or the empty text where there is none. */
const maybeAddress = optional(z.union([evmAddress, z.literal('')]))
const place = { blockNumber: count, timeStamp: count, hash: evmHash, transactionIndex: optional(count) }
const placeSchema = z.object(place)
const transactionRow = z.object({
  ...place,
  from: evmAddress,
  to: maybeAddress,
  contractAddress: maybeAddress,
  value: unsigned,
  input: optional(z.string()),
  isError: optional(text),
  txreceipt_status: optional(text),
  gasUsed: optional(unsigned),
  gasPrice: optional(unsigned),
})
const internalRow = z.object({
  ...place,
  from: evmAddress,
  to: maybeAddress,
  contractAddress: maybeAddress,
  value: unsigned,
  type: text,
  isError: optional(text),
})
const tokenRow = z.object({
  ...place,
  from: evmAddress,
  to: evmAddress,
  contractAddress: evmAddress,
  value: optional(z.union([unsigned, z.literal('')])),
  tokenValue: optional(unsigned),
  tokenID: optional(unsigned),
  tokenName: z.unknown(),
  tokenSymbol: z.unknown(),
  tokenDecimal: optional(z.union([decimals, z.literal('')])),
})

/** Where gas × price is the whole fee. Other rollups add what their data costs, which these rows don't say. */
const wholeFees = new Set(['1', '56', '100', '137', '42161', '43114', '11155111', '17000', '560048'])

export interface EtherscanTools {
  readonly key: string | undefined
  readonly url: string
  readonly requestsPerSecond: number
}

type Entries = ReturnType<typeof createEvmEntries>

export function createEtherscanLists(tools: HistoryTools, options: EtherscanTools): readonly HistoryList[] {
  const ask = createAsk(tools, options)

  const listOf = (
    action: string,
    read: (row: unknown, entries: Entries, chainId: string) => ReadRow,
    fills: readonly string[] = [],
  ): HistoryList => ({
    id: action,
    fills,
    async read(request) {
      const network = tools.network(request.networkId)
      if (!network) return { entries: [] }
      const entries = createEvmEntries(tools, request.networkId, request.address, network.nativeCurrency)
      const chainId = request.networkId.slice('eip155:'.length)
      const at = readCursor(request.cursor)
      const found = await ask(action, chainId, request, at)
      const { kept, isCut, ...page } = cutPage(found, at)
      const { leftOut = 0, ...known } = readRows(kept, (row) => read(row, entries, chainId))
      const missing = leftOut + (isCut ? 1 : 0)
      return { ...page, ...known, ...(missing > 0 ? { leftOut: missing } : {}) }
    },
  })

  return [
    listOf('txlist', readTransaction),
    listOf('txlistinternal', readInternal, ['INTERNAL_TRANSFERS_UNSEEN']),
    listOf('tokentx', readToken),
    listOf('tokennfttx', readToken),
    listOf('token1155tx', readToken),
  ]
}

interface Cursor {
  /** The newest block that is asked for. */
  readonly block: number
  /** Further pages are of a block that has more rows than a page. */
  readonly page: number
}

function createAsk(tools: HistoryTools, { url, key, requestsPerSecond }: EtherscanTools) {
  const { clock, signal } = tools
  const paced = createPacedRequest(tools, requestsPerSecond)

  async function askOnce(query: Readonly<Record<string, string | number | undefined>>) {
    try {
      return await paced({
        url,
        query: { ...query, apikey: key },
        schema: answerSchema,
        what: name,
        byteLimit,
        signal,
      })
    } catch (error) {
      throw describeSourceFailure(error, name)
    }
  }

  return async function ask(
    action: string,
    chainId: string,
    { address }: HistoryListRequest,
    { block, page }: Cursor,
  ): Promise<readonly unknown[]> {
    const query = { chainid: chainId, module: 'account', action, address, startblock: 0, endblock: block }
    for (let tries = 1; ; tries += 1) {
      const { result } = await askOnce({ ...query, page, offset: pageSize, sort: 'desc' })
      // No transactions are told as a failure with an empty list.
      if (Array.isArray(result)) return result.slice(0, pageSize)
      const reason = typeof result === 'string' ? result : ''
      const isBusy = /rate limit/i.test(reason)
      if (isBusy && !/dai?ly/i.test(reason) && tries < mostTries) {
        await wait(clock, pause, signal)
        continue
      }
      if (isBusy) throw sourceError('HISTORY_SOURCE_BUSY', name)
      throw sourceError(
        /api key|free api/i.test(reason) ? 'HISTORY_KEY_REFUSED' : 'HISTORY_SOURCE_FAILED',
        name,
      )
    }
  }
}

/**
 * What is kept of a page, and where the next one begins: after whole blocks, so that new transactions and reorganizations
 * shift nothing. The oldest block of a full page is asked for once more.
 */
function cutPage(
  rows: readonly unknown[],
  { block, page }: Cursor,
): Pick<HistoryListPage, 'next' | 'since'> & { readonly kept: readonly unknown[]; readonly isCut?: boolean } {
  if (rows.length < pageSize) return { kept: rows }
  const places = rows.map((row) => z.safeParse(placeSchema, row))
  const known = places.flatMap(({ data }) => (data ? [data] : []))
  const oldest = Math.min(block, ...known.map(({ blockNumber }) => countOf(blockNumber)))
  const kept = rows.filter((_, index) => {
    const { data } = places[index] ?? {}
    return data === undefined || countOf(data.blockNumber) > oldest
  })
  const last = known.find(({ blockNumber }) => countOf(blockNumber) <= oldest)
  const since = last ? { since: millisecondsOf(last.timeStamp) } : {}
  if (known.length === 0) return { kept: rows }
  if (kept.length > 0 && oldest < block) return { kept, next: `${oldest}.1`, ...since }
  // A block with more rows than a page.
  const isLast = page >= mostPages
  return {
    kept: rows,
    next: isLast ? `${oldest - 1}.1` : `${oldest}.${page + 1}`,
    ...since,
    // What the service doesn't page to in this block.
    ...(isLast ? { isCut: true } : {}),
  }
}

function readCursor(cursor: string | undefined): Cursor {
  const [, block, page] = /^(\d{1,10})\.(\d{1,2})$/.exec(cursor ?? `${latest}.1`) ?? []
  if (block === undefined || page === undefined) {
    throw sourceError('HISTORY_SOURCE_FAILED', name, ['The cursor is of another source.'])
  }
  return { block: countOf(block), page: countOf(page) }
}

function placeOf({ blockNumber, timeStamp, hash, transactionIndex }: z.infer<typeof placeSchema>) {
  return {
    id: hash.toLowerCase(),
    block: countOf(blockNumber),
    minedAt: millisecondsOf(timeStamp),
    ...(transactionIndex === undefined || transactionIndex === null
      ? {}
      : { index: countOf(transactionIndex) }),
  }
}

function readTransaction(row: unknown, entries: Entries, chainId: string): ReadRow {
  const parsed = z.safeParse(transactionRow, row)
  if (!parsed.success) return 'unreadable'
  const { from, to, contractAddress, value, input, isError, txreceipt_status, gasUsed, gasPrice } =
    parsed.data
  const fee = gasUsed && gasPrice && wholeFees.has(chainId) ? BigInt(gasUsed) * BigInt(gasPrice) : undefined
  return {
    ...placeOf(parsed.data),
    ...entries.transaction({
      ...{ from, value, input, fee, ...(to ? { to } : {}) },
      created: contractAddress || undefined,
      hasFailed: isError === '1' || txreceipt_status === '0',
    }),
  }
}

function readInternal(row: unknown, entries: Entries): ReadRow {
  const parsed = z.safeParse(internalRow, row)
  if (!parsed.success) return 'unreadable'
  const { from, contractAddress, value, type, isError } = parsed.data
  const to = parsed.data.to || contractAddress
  if (isError === '1' || !to) return undefined
  const transfers = entries.internalTransfers(type, { from, to, value })
  return transfers.length === 0 ? undefined : { ...placeOf(parsed.data), transfers }
}

function readToken(row: unknown, entries: Entries): ReadRow {
  const parsed = z.safeParse(tokenRow, row)
  if (!parsed.success) return 'unreadable'
  const { from, to, contractAddress, tokenID, tokenName, tokenSymbol, tokenDecimal } = parsed.data
  const value = parsed.data.tokenValue || parsed.data.value || (tokenID ? '1' : undefined)
  if (value === undefined) return 'unreadable'
  const transfer = entries.tokenTransfer({
    ...{ from, to, value: tokenID && !parsed.data.tokenValue ? '1' : value, contract: contractAddress },
    ...{ name: tokenName, symbol: tokenSymbol, itemId: tokenID },
    decimals: tokenDecimal === '' ? undefined : tokenDecimal,
  })
  return transfer ? { ...placeOf(parsed.data), transfers: [transfer] } : 'unreadable'
}
