import { untilAborted } from '@latchkey/kernel/chain'
import type {
  HistoryGap,
  HistoryPage,
  HistoryRequest,
  NetworkId,
  TransactionRecord,
} from '@latchkey/kernel/plugin'
import { BaseError } from '@latchkey/kernel/plugin'
import { toChecksumAddress } from '../../address.js'
import type { CapabilityTools } from '../../capabilities.js'
import type { EvmClient } from '../../clients.js'
import { nodeError } from '../nodeError.js'
import { type Ask, createAsk, toHex } from './ask.js'
import { type Cursor, readCursor, writeCursor } from './cursor.js'
import { findCoinChanges, findCoinFloor } from './findCoinChanges.js'
import { readLogs } from './readLogs.js'
import { blockSchema, headerSchema, quantitySchema, receiptSchema, transactionSchema } from './rpcSchemas.js'
import { createTokenFacts } from './tokenFacts.js'
import { type FoundTransaction, toRecord } from './toRecord.js'

/** Blocks behind the head that are looked at when the host does not say. */
const defaultWindow = 100_000
/** Blocks of the first question of logs; it doubles while nodes answer and little is found. */
const firstChunk = 10_000n
/** Questions of logs for one page, after which the page says how far it came. */
const chunksPerPage = 8
const defaultLimit = 20
const largestLimit = 100

const internalUnseen: HistoryGap = {
  code: 'INTERNAL_TRANSFERS_UNSEEN',
  message: 'Coins that a contract pays out are in the balance and may be missing in this list.',
}

/** What one block has of the account: transactions that logs name, and whether its coins changed there. */
interface BlockFinding {
  readonly hashes: Set<string>
  hasCoinChange: boolean
}

/**
 * Past transactions from what every node has: logs of tokens, and the account's nonce and coins at old blocks. Coins
 * that a contract paid out as part of somebody else's transaction leave no trace in either, and are not found.
 */
export function createHistory({ clients, networks, options }: CapabilityTools) {
  const facts = createTokenFacts()
  /** Blocks that the nodes of a network were seen to answer for at once. */
  const learned = new Map<NetworkId, bigint>()
  const window = BigInt(options.history?.blocks ?? defaultWindow)

  return {
    async read(request: HistoryRequest): Promise<HistoryPage> {
      const { networkId, signal } = request
      const account = toChecksumAddress(request.address)?.toLowerCase()
      if (account === undefined) throw addressInvalid(request.address)
      signal?.throwIfAborted()
      const client = await clients.client(networkId)
      const name = networks.get(networkId)?.network.name ?? networkId
      const reading = readPage(client, request, account).catch((error: unknown) => {
        throw signal?.aborted ? signal.reason : nodeError(error, name)
      })
      return untilAborted(signal, reading)
    },
  }

  async function readPage(client: EvmClient, request: HistoryRequest, account: string): Promise<HistoryPage> {
    const ask = createAsk(client, request.signal)
    const limit = Math.min(Math.max(1, Math.floor(request.limit ?? defaultLimit)), largestLimit)
    const start = request.cursor === undefined ? await begin(ask, account) : readCursor(request.cursor)
    const { findings, from, coinFloor } = await search(ask, account, start, limit, request.networkId)
    const records = await describeAll(ask, client, request.networkId, account, findings)
    const timeOf = async (block: bigint) => {
      const header = await ask('eth_getBlockByNumber', [toHex(block), false], headerSchema)
      // no money: milliseconds
      return header ? { since: Number(header.timestamp) * 1_000 } : {}
    }
    const isComplete = from <= 0n && coinFloor <= 0n
    const coin =
      coinFloor > from ? { coin: { fromBlock: coinFloor, ...(await timeOf(coinFloor)) } } : undefined
    return {
      transactions: records,
      gaps: [internalUnseen],
      ...(from > start.floor ? { next: writeCursor({ to: from - 1n, floor: start.floor, coinFloor }) } : {}),
      ...(isComplete ? {} : { searched: { fromBlock: from, ...(await timeOf(from)), ...coin } }),
    }
  }

  async function begin(ask: Ask, account: string): Promise<Cursor> {
    const head = await ask('eth_blockNumber', [], quantitySchema)
    const floor = head >= window ? head - window + 1n : 0n
    return { to: head, floor, coinFloor: await findCoinFloor(ask, account, { floor, head }) }
  }

  /** Goes back block by block until there is enough for a page, or the window or the patience of a page ends. */
  async function search(ask: Ask, account: string, start: Cursor, limit: number, networkId: NetworkId) {
    const { floor } = start
    let { coinFloor } = start
    const findings = new Map<bigint, BlockFinding>()
    const at = (block: bigint): BlockFinding => {
      const finding = findings.get(block) ?? { hashes: new Set(), hasCoinChange: false }
      findings.set(block, finding)
      return finding
    }
    let from = start.to + 1n
    for (let round = 0; from > floor && round < chunksPerPage; round += 1) {
      const to = from - 1n
      const size = learned.get(networkId) ?? firstChunk
      const wanted = to - size + 1n > floor ? to - size + 1n : floor
      const coinFrom = wanted > coinFloor ? wanted : coinFloor
      const [range, coins] = await Promise.all([
        readLogs(ask, account, wanted, to),
        coinFrom > to ? undefined : findCoinChanges(ask, account, { from: coinFrom, to, limit }),
      ])
      if (coinFrom <= to && coins === undefined) coinFloor = to + 1n
      from = coins && coins.from > coinFrom && coins.from > range.from ? coins.from : range.from
      for (const { blockNumber, transactionHash } of range.logs) {
        if (blockNumber !== null && transactionHash !== null && blockNumber >= from) {
          at(blockNumber).hashes.add(transactionHash)
        }
      }
      for (const block of coins?.blocks ?? []) if (block >= from) at(block).hasCoinChange = true
      const isWhole = range.from === wanted
      learned.set(networkId, isWhole ? (wanted === floor ? size : size * 2n) : to - range.from + 1n)
      const cut = cutAfter(findings, limit)
      if (cut !== undefined) {
        for (const block of findings.keys()) if (block < cut) findings.delete(block)
        return { findings, from: cut, coinFloor }
      }
    }
    return { findings, from, coinFloor }
  }

  /** Records of all that was found, newest first. */
  async function describeAll(
    ask: Ask,
    client: EvmClient,
    networkId: NetworkId,
    account: string,
    findings: ReadonlyMap<bigint, BlockFinding>,
  ): Promise<readonly TransactionRecord[]> {
    const blocks = await Promise.all([...findings].map((entry) => readBlock(ask, account, ...entry)))
    const tools = {
      networkId,
      account,
      coin: client.chain.nativeCurrency,
      facts: (contract: string) => facts(ask, networkId, contract),
    }
    const newestFirst = blocks.flat().sort((one, other) => placeOf(other) - placeOf(one))
    const records = await Promise.all(newestFirst.map((found) => toRecord(found, tools)))
    return records.filter((record) => record !== undefined)
  }
}

const placesPerBlock = 100_000
const placeOf = ({ transaction: { blockNumber, transactionIndex } }: FoundTransaction) =>
  // no money: a place in the chain
  Number(blockNumber ?? 0n) * placesPerBlock + Number(transactionIndex ?? 0n)

/** The block with which there is enough for a page. Blocks are told whole, so that a page can begin with a block. */
function cutAfter(findings: ReadonlyMap<bigint, BlockFinding>, limit: number): bigint | undefined {
  let count = 0
  const newestFirst = [...findings].sort(([one], [other]) => (other > one ? 1 : -1))
  for (const [block, { hashes }] of newestFirst) {
    count += Math.max(1, hashes.size)
    if (count >= limit) return block
  }
  return undefined
}

/** The account's transactions of a block, whole: it is downloaded only where the account's coins changed. */
async function readBlock(
  ask: Ask,
  account: string,
  block: bigint,
  { hashes, hasCoinChange }: BlockFinding,
): Promise<FoundTransaction[]> {
  const known = await (hasCoinChange ? readWhole(ask, block) : readSome(ask, block, [...hashes]))
  const concerns = ({ hash, from, to, value }: FoundTransaction['transaction']) =>
    hashes.has(hash) || from.toLowerCase() === account || (value > 0n && to?.toLowerCase() === account)
  const own = known.transactions.filter(concerns)
  const receipts = await Promise.all(
    own.map(({ hash }) => ask('eth_getTransactionReceipt', [hash], receiptSchema)),
  )
  return own.flatMap((transaction, index) => {
    const receipt = receipts[index]
    return receipt ? [{ transaction, receipt, timestamp: known.timestamp }] : []
  })
}

async function readWhole(ask: Ask, block: bigint) {
  const found = await ask('eth_getBlockByNumber', [toHex(block), true], blockSchema)
  return found ?? reorganised(block)
}

async function readSome(ask: Ask, block: bigint, hashes: readonly string[]) {
  const [header, ...transactions] = await Promise.all([
    ask('eth_getBlockByNumber', [toHex(block), false], headerSchema),
    ...hashes.map((hash) => ask('eth_getTransactionByHash', [hash], transactionSchema)),
  ])
  if (!header) return reorganised(block)
  return { timestamp: header.timestamp, transactions: transactions.filter((found) => found !== null) }
}

function reorganised(block: bigint): never {
  throw new BaseError('The network changed its newest blocks meanwhile. Try again.', {
    code: 'HISTORY_BLOCK_MISSING',
    metaMessages: [`A node did not have block ${block}, which another answer had named.`],
  })
}

function addressInvalid(address: string): BaseError {
  return new BaseError('This is not an address of an EVM network.', {
    code: 'ADDRESS_INVALID',
    metaMessages: ['Expected 0x and 40 hex digits.', `Received: ${String(address).slice(0, 60)}`],
  })
}
