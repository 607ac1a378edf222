import { ServiceSetupError } from '@latchkey/service-kit'
import { Address } from '@scure/btc-signer'
import * as z from 'zod/mini'
import type { BlockChain, ChainBlock } from '../chain.js'
import { addressParametersOf } from './bitcoinNetworks.js'
import { esploraTransaction, readBitcoinTransaction } from './bitcoinTransaction.js'

export interface BitcoinChainOptions {
  /** Base address of an Esplora-style interface. */
  readonly url: string
  /** CAIP-2 id. @default what the hash of block 0 says */
  readonly networkId?: string
  /** @default 0 */
  readonly firstHeight?: number
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

/** @throws ServiceSetupError `NODE_UNREACHABLE` */
export async function createBitcoinChain(options: BitcoinChainOptions): Promise<BlockChain> {
  const base = options.url.replace(/\/+$/, '')

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

  async function readBlock(height: number): Promise<ChainBlock> {
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
  }

  const genesis = await hashAt(0).catch((cause) => {
    const message = `The Bitcoin interface at ${options.url} did not answer. Start it first, or check the address.`
    throw new ServiceSetupError('NODE_UNREACHABLE', message, { cause })
  })
  if (!genesis || !/^[0-9a-f]{64}$/.test(genesis)) {
    const message = `The interface at ${options.url} does not tell the hash of block 0, which names the network. Check that it speaks the Esplora API.`
    throw new ServiceSetupError('WRONG_CHAIN', message)
  }
  const networkId = options.networkId ?? `bip122:${genesis.slice(0, 32)}`
  const network = addressParametersOf(networkId)

  return {
    networkId,
    namespace: 'bip122',
    native: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    firstHeight: options.firstHeight ?? 0,
    canonicalAddress(text) {
      const address = /^[a-zA-Z]{2,4}1/.test(text) ? text.toLowerCase() : text
      try {
        Address(network).decode(address)
        return address
      } catch (error) {
        if (error instanceof Error) return undefined
        throw error
      }
    },
    formatAddress: (address) => address,
    async nativeBalance(address) {
      const found = await read(`/address/${address}`, addressShape)
      const parts = [found.chain_stats, found.mempool_stats]
      return parts.reduce((sum, one) => sum + BigInt(one.funded_txo_sum) - BigInt(one.spent_txo_sum), 0n)
    },
    tip: async () => whole.parse(Number(await ask('/blocks/tip/height'))),
    hashAt,
    readBlocks: (from, to) =>
      Promise.all(Array.from({ length: to - from + 1 }, (_, index) => readBlock(from + index))),
    readAmounts: async () => [],
    readAssets: async () => ({ assets: [], collectibles: [] }),
    async stop() {},
  }
}
