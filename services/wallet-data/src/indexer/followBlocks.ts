import type { BlockChain } from '../chains/chain.js'
import type { Database } from '../database/schema.js'
import { blockHashAt, holdersAbove, knownAssets, lastBlock } from '../store/readIndex.js'
import { forgetChain, holdersOf, participantsOf, rewindIndex, writeIndex } from '../store/writeIndex.js'
import type { AnnounceTouched } from '../shared/changes.js'
import type { Follower } from './follower.js'

const blocksAtOnce = 50

/** Reads a chain block by block, and takes back what the chain takes back. */
export function followBlocks(chain: BlockChain, database: Database, announce: AnnounceTouched): Follower {
  const { networkId } = chain

  async function step() {
    const last = await lastBlock(database, networkId)
    const tip = await chain.tip()
    if (last && (last.height > tip || (await chain.hashAt(last.height)) !== last.hash)) {
      return goBack(Math.min(last.height, tip))
    }
    const from = last ? last.height + 1 : chain.firstHeight
    if (from > tip) return { isDone: true, height: tip, touched: [] }
    return advance(from, Math.min(tip, from + blocksAtOnce - 1), last?.hash)
  }

  async function advance(from: number, to: number, parentHash: string | undefined) {
    const blocks = await chain.readBlocks(from, to)
    let parent = parentHash
    for (const block of blocks) {
      // The chain has changed while it was read: the next step finds out how far back.
      if (parent !== undefined && block.parentHash !== parent)
        return { isDone: false, height: from, touched: [] }
      parent = block.hash
    }
    const transactions = blocks.flatMap((block) => block.transactions)
    const known = await knownAssets(database, networkId, transactions)
    const found = await chain.readAssets(transactions, known)
    const amounts = parent === undefined ? [] : await chain.readAmounts(holdersOf(transactions), parent)
    await writeIndex(database, { networkId, blocks, transactions, amounts, ...found }, announce)
    return { isDone: false, height: to, touched: transactions.flatMap(participantsOf) }
  }

  async function goBack(highest: number) {
    const height = await lastShared(highest)
    const hash = height === undefined ? undefined : await chain.hashAt(height)
    if (height === undefined || hash === undefined) {
      await forgetChain(database, networkId, announce)
      return { isDone: false, height: chain.firstHeight, touched: 'all' as const }
    }
    const holders = await holdersAbove(database, networkId, height)
    const amounts = await chain.readAmounts(holders, hash)
    await rewindIndex(database, { networkId, height, amounts }, announce)
    return { isDone: false, height, touched: 'all' as const }
  }

  /** The highest block that index and chain agree on. Below it they agree everywhere, so halves are tried. */
  async function lastShared(highest: number): Promise<number | undefined> {
    let low = chain.firstHeight - 1
    let high = highest
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const ours = await blockHashAt(database, networkId, middle)
      if (ours !== undefined && ours === (await chain.hashAt(middle))) low = middle
      else high = middle - 1
    }
    return low < chain.firstHeight ? undefined : low
  }

  return { networkId, step, isCurrent: () => isCurrent(chain, database) }
}

async function isCurrent(chain: BlockChain, database: Database): Promise<boolean> {
  const last = await lastBlock(database, chain.networkId)
  const tip = await chain.tip()
  if (!last) return tip < chain.firstHeight
  return last.height === tip && (await chain.hashAt(tip)) === last.hash
}
