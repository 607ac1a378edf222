import * as z from 'zod/mini'
import type { ChainBlock } from '../chain.js'
import { esploraTransaction, readBitcoinTransaction } from './bitcoinTransaction.js'

/** The questions to an Esplora-style interface. */
export interface Esplora {
  /** `undefined` where it has no such block. */
  hashAt(height: number): Promise<string | undefined>
  /** The height of the newest block. */
  tip(): Promise<number>
  /** In satoshi, with what waits for a block. */
  balance(address: string): Promise<bigint>
  readBlock(height: number): Promise<ChainBlock>
}

const whole = z.number().check(z.int(), z.gte(0))
const statistics = z.object({ funded_txo_sum: whole, spent_txo_sum: whole })
const addressShape = z.object({ chain_stats: statistics, mempool_stats: statistics })
const blockShape = z.object({
  id: z.string(),
  height: whole,
  timestamp: whole,
  tx_count: whole,
  previousblockhash: z.nullish(z.string()),
})

/** Esplora gives so many transactions of a block at once. */
const pageLength = 25

/** Asks the interface at a base address. Its methods throw where it answers something else. */
export function createEsplora(url: string): Esplora {
  const base = url.replace(/\/+$/, '')

  async function ask(path: string): Promise<string | undefined> {
    const answer = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(30_000) })
    const text = await answer.text()
    if (answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`The Bitcoin interface answered ${answer.status} to ${path}.`)
    return text
  }
  async function read<shape extends z.ZodMiniType>(path: string, shape: shape): Promise<z.infer<shape>> {
    const text = await ask(path)
    if (text === undefined) throw new Error(`The Bitcoin interface has nothing at ${path}.`)
    return shape.parse(JSON.parse(text))
  }
  const hashAt = (height: number) => ask(`/block-height/${height}`)

  return {
    hashAt,
    tip: async () => whole.parse(Number(await ask('/blocks/tip/height'))),
    async balance(address) {
      const found = await read(`/address/${address}`, addressShape)
      const parts = [found.chain_stats, found.mempool_stats]
      return parts.reduce((sum, one) => sum + BigInt(one.funded_txo_sum) - BigInt(one.spent_txo_sum), 0n)
    },
    async readBlock(height) {
      const hash = await hashAt(height)
      if (hash === undefined) throw new Error(`The Bitcoin interface has no block ${height} any more.`)
      const block = await read(`/block/${hash}`, blockShape)
      const starts = Array.from(
        { length: Math.ceil(block.tx_count / pageLength) },
        (_, page) => page * pageLength,
      )
      const pages = await Promise.all(
        starts.map((start) => read(`/block/${hash}/txs/${start}`, z.array(esploraTransaction))),
      )
      const transactions = pages
        .flat()
        .map((transaction, position) =>
          readBitcoinTransaction(transaction, { height, position, minedAt: block.timestamp * 1000 }),
        )
      return { height, hash, parentHash: block.previousblockhash ?? '', transactions }
    },
  }
}
