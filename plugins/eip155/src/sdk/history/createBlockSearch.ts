import type { NetworkId } from '@latchkey/kernel/plugin'
import type { Ask } from './createAsk.js'
import type { Cursor } from './cursor.js'
import { findCoinChanges } from './findCoinChanges.js'
import { readLogs } from './readLogs.js'

/** Blocks of the first question of logs; it doubles while nodes answer and little is found. */
const firstChunk = 10_000n
/** Questions of logs for one page, after which the page says how far it came. */
const chunksPerPage = 8

/** What one block has of the account: transactions that logs name, and whether its coins changed there. */
export interface BlockFinding {
  readonly hashes: Set<string>
  hasCoinChange: boolean
}

export interface SearchResult {
  readonly findings: ReadonlyMap<bigint, BlockFinding>
  /** The oldest block that was searched. */
  readonly from: bigint
  /** The oldest block at which a node knew the account's coins. */
  readonly coinFloor: bigint
}

export type BlockSearch = (
  ask: Ask,
  account: string,
  start: Cursor,
  limit: number,
  networkId: NetworkId,
) => Promise<SearchResult>

/** Goes back block by block until there is enough for a page, the window ends, or the page has asked often enough. */
export function createBlockSearch(): BlockSearch {
  /** Blocks that the nodes of a network were seen to answer for at once. */
  const learned = new Map<NetworkId, bigint>()

  return async (ask, account, start, limit, networkId) => {
    const { floor } = start
    let { coinFloor } = start
    const findings = new Map<bigint, BlockFinding>()
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
          findingAt(findings, blockNumber).hashes.add(transactionHash)
        }
      }
      for (const block of coins?.blocks ?? [])
        if (block >= from) findingAt(findings, block).hasCoinChange = true
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
}

function findingAt(findings: Map<bigint, BlockFinding>, block: bigint): BlockFinding {
  const finding = findings.get(block) ?? { hashes: new Set(), hasCoinChange: false }
  findings.set(block, finding)
  return finding
}

/** The block with which a page is full. A block is never divided between pages, so that a page can begin with a block. */
function cutAfter(findings: ReadonlyMap<bigint, BlockFinding>, limit: number): bigint | undefined {
  let count = 0
  const newestFirst = [...findings].sort(([one], [other]) => (other > one ? 1 : -1))
  for (const [block, { hashes }] of newestFirst) {
    count += Math.max(1, hashes.size)
    if (count >= limit) return block
  }
  return undefined
}
