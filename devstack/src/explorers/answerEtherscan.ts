import { getAddress, isAddress } from 'viem'
import type { ChainRecords, ExplorerCall, ExplorerTransaction, ExplorerTransfer } from './chainRecords.js'
import type { Reply } from './reply.js'

export interface EtherscanFacts {
  readonly chainId: number
  readonly key: string
  /** Most records of a request. */
  readonly mostRecords: number
  isTooMany(): boolean
}

/** `/v2/api` as Etherscan's documentation has it: errors are answered with 200, status 0 and their reason as the result. */
export async function answerEtherscan(
  url: URL,
  records: ChainRecords,
  { chainId, key, mostRecords, isTooMany }: EtherscanFacts,
): Promise<Reply> {
  const query = (name: string) => url.searchParams.get(name) ?? ''
  const refuse = (result: string): Reply => ({ status: 200, body: { status: '0', message: 'NOTOK', result } })
  if (query('apikey') !== key) return refuse('Invalid API Key (#err2)|')
  if (query('chainid') !== String(chainId)) {
    return refuse(
      'Missing or unsupported chainid parameter (required for v2 api), please see chainlist for the list of supported chainids',
    )
  }
  if (isTooMany()) return refuse('Max calls per sec rate limit reached (3/sec)')
  if (!isAddress(query('address'), { strict: false })) return refuse('Error! Invalid address format')
  const page = Number(query('page') || 1)
  const offset = Number(query('offset') || mostRecords)
  if (page * offset > mostRecords) {
    const message = `Result window is too large, PageNo x Offset size must be less than or equal to ${mostRecords}`
    return { status: 200, body: { status: '0', message, result: null } }
  }
  const account = getAddress(query('address'))
  const [first, last] = [Number(query('startblock')), Number(query('endblock') || Number.MAX_SAFE_INTEGER)]
  const rows = rowsOf(query('action'), records, account)
  if (!rows) return refuse('Error! Missing Or invalid Action name')
  const inRange = rows.filter(({ block }) => block >= first && block <= last)
  const sorted = query('sort') === 'desc' ? inRange : inRange.reverse()
  const shown = sorted.slice((page - 1) * offset, page * offset)
  const result = await Promise.all(shown.map(({ toRow }) => toRow()))
  if (result.length > 0) return { status: 200, body: { status: '1', message: 'OK', result } }
  return { status: 200, body: { status: '0', message: 'No transactions found', result: [] } }
}

function rowsOf(action: string, records: ChainRecords, account: ReturnType<typeof getAddress>) {
  const rows = <T extends { readonly block: number }>(all: readonly T[], toRow: (one: T) => unknown) =>
    all.map((one) => ({ block: one.block, toRow: () => toRow(one) }))
  const tokens = (type: ExplorerTransfer['type']) =>
    rows(
      records.transfersOf(account).filter((one) => one.type === type),
      (one) => toTransfer(one, records),
    )
  if (action === 'txlist') return rows(records.transactionsOf(account), toTransaction)
  if (action === 'txlistinternal') {
    const calls = records.callsOf(account).filter(({ number, value }) => number > 0 && value > 0n)
    return rows(calls, toCall)
  }
  if (action === 'tokentx') return tokens('ERC-20')
  if (action === 'tokennfttx') return tokens('ERC-721')
  return action === 'token1155tx' ? tokens('ERC-1155') : undefined
}

const placeOf = ({ block, time, hash }: Pick<ExplorerTransaction, 'block' | 'time' | 'hash'>) => ({
  blockNumber: String(block),
  timeStamp: String(time),
  hash,
})
const lower = (address: string | null | undefined) => address?.toLowerCase() ?? ''

const toTransaction = (one: ExplorerTransaction) => ({
  ...placeOf(one),
  nonce: String(one.nonce),
  transactionIndex: String(one.index),
  from: lower(one.from),
  to: lower(one.to),
  value: String(one.value),
  gasPrice: String(one.gasPrice),
  gasUsed: String(one.gasUsed),
  isError: one.hasFailed ? '1' : '0',
  txreceipt_status: one.hasFailed ? '0' : '1',
  input: one.input,
  contractAddress: lower(one.created),
  methodId: one.input.slice(0, 10),
  functionName: '',
})

const toCall = (one: ExplorerCall) => ({
  ...placeOf(one),
  from: lower(one.from),
  to: one.type.startsWith('create') ? '' : lower(one.to),
  value: String(one.value),
  contractAddress: one.type.startsWith('create') ? lower(one.to) : '',
  input: '',
  type: one.type,
  traceId: String(one.number),
  isError: one.error === undefined ? '0' : '1',
  errCode: one.error ?? '',
})

async function toTransfer(one: ExplorerTransfer, records: ChainRecords) {
  const { name, symbol, decimals } = await records.tokenOf(one.contract)
  return {
    ...placeOf(one),
    transactionIndex: String(one.index),
    from: lower(one.from),
    to: lower(one.to),
    contractAddress: lower(one.contract),
    ...(one.type === 'ERC-20' ? { value: String(one.value) } : { tokenID: String(one.itemId) }),
    ...(one.type === 'ERC-1155' ? { tokenValue: String(one.value) } : {}),
    tokenName: name ?? '',
    tokenSymbol: symbol ?? '',
    tokenDecimal: one.type === 'ERC-721' ? '0' : String(decimals ?? ''),
  }
}
