import { type Address, getAddress, isAddress } from 'viem'
import type { ChainRecords, ExplorerCall, ExplorerTransaction, ExplorerTransfer } from './chainRecords.js'
import type { Reply } from './reply.js'

/**
 * `/api/v2/addresses/{hash}/transactions`, `/token-transfers` and `/internal-transactions` as Blockscout's OpenAPI has them:
 * newest first, 50 a page, `next_page_params` to be sent back.
 */
export async function answerBlockscout(url: URL, records: ChainRecords, pageSize: number): Promise<Reply> {
  const [, given = '', list] =
    /\/api\/v2\/addresses\/([^/]+)\/(transactions|token-transfers|internal-transactions)$/.exec(
      url.pathname,
    ) ?? []
  if (!list) return { status: 404, body: { message: 'Not found' } }
  if (!isAddress(given, { strict: false })) return { status: 422, body: { message: 'Invalid parameter(s)' } }
  const account = getAddress(given)
  const query = (name: string) => {
    const value = url.searchParams.get(name)
    return value === null ? undefined : Number(value)
  }
  const [block, index, parent] = [query('block_number'), query('index'), query('transaction_index')]
  /** What comes after the last one of the page before. */
  const isLeft = (one: { readonly block: number }, place: number, transaction = 0) =>
    block === undefined ||
    one.block < block ||
    (one.block === block &&
      (parent === undefined
        ? place < (index ?? 0)
        : transaction < parent || (transaction === parent && place < (index ?? 0))))
  if (list === 'transactions') {
    const left = records.transactionsOf(account).filter((one) => isLeft(one, one.index))
    return pageOf(left, pageSize, toTransaction, (one) => ({
      block_number: one.block,
      index: one.index,
      hash: one.hash,
      value: String(one.value),
      fee: String(one.gasUsed * one.gasPrice),
      inserted_at: isoOf(one),
    }))
  }
  if (list === 'token-transfers') {
    const left = records.transfersOf(account).filter((one) => isLeft(one, one.logIndex))
    return pageOf(
      left,
      pageSize,
      (one) => toTransfer(one, records),
      (one) => ({ block_number: one.block, index: one.logIndex }),
    )
  }
  const calls = records.callsOf(account).filter(({ number, type }) => number > 0 || type !== 'call')
  const left = calls.filter((one) => isLeft(one, one.number, one.index))
  const answer = await pageOf(left, pageSize, toCall, (one) => ({
    block_number: one.block,
    index: one.number,
    transaction_index: one.index,
  }))
  return { ...answer, body: { ...(answer.body as object), meta: { status: 1, message: null } } }
}

async function pageOf<T>(
  left: readonly T[],
  size: number,
  toRow: (one: T) => unknown,
  nextOf: (last: T) => Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const page = left.slice(0, size)
  const last = page.at(-1)
  const hasMore = last !== undefined && left.length > size
  const items = await Promise.all(page.map(toRow))
  const next_page_params = hasMore ? { ...nextOf(last), items_count: size } : null
  return { status: 200, body: { items, next_page_params } }
}

const isoOf = ({ time }: { readonly time: number }) =>
  new Date(time * 1_000).toISOString().replace('Z', '000Z')
const person = (hash: Address | null | undefined) =>
  hash
    ? { hash, is_contract: false, is_verified: false, name: null, private_tags: [], public_tags: [] }
    : null

const toTransaction = (one: ExplorerTransaction) => ({
  hash: one.hash,
  block_number: one.block,
  position: one.index,
  timestamp: isoOf(one),
  status: one.hasFailed ? 'error' : 'ok',
  result: one.hasFailed ? 'Reverted' : 'success',
  from: person(one.from),
  to: person(one.to),
  created_contract: person(one.created),
  value: String(one.value),
  fee: { type: 'actual', value: String(one.gasUsed * one.gasPrice) },
  gas_used: String(one.gasUsed),
  gas_price: String(one.gasPrice),
  nonce: one.nonce,
  raw_input: one.input,
  method: one.input === '0x' ? null : one.input.slice(0, 10),
  token_transfers: null,
})

async function toTransfer(one: ExplorerTransfer, records: ChainRecords) {
  const { name, symbol, decimals } = await records.tokenOf(one.contract)
  const places = decimals === null ? null : String(decimals)
  const total =
    one.type === 'ERC-20'
      ? { decimals: places, value: String(one.value) }
      : one.type === 'ERC-721'
        ? { token_id: String(one.itemId), token_instance: null }
        : { token_id: String(one.itemId), decimals: null, value: String(one.value), token_instance: null }
  return {
    transaction_hash: one.hash,
    block_number: one.block,
    log_index: one.logIndex,
    timestamp: isoOf(one),
    from: person(one.from),
    to: person(one.to),
    token: { address_hash: one.contract, name, symbol, decimals: places, type: one.type, icon_url: null },
    token_type: one.type,
    total,
    type: 'token_transfer',
  }
}

const toCall = (one: ExplorerCall) => ({
  transaction_hash: one.hash,
  block_number: one.block,
  transaction_index: one.index,
  index: one.number,
  timestamp: isoOf(one),
  success: one.error === undefined,
  error: one.error ?? null,
  type: one.type,
  from: person(one.from),
  to: one.type.startsWith('create') ? null : person(one.to),
  created_contract: one.type.startsWith('create') ? person(one.to) : null,
  value: String(one.value),
  gas_limit: '0',
})
