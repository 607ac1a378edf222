import * as z from 'zod/mini'
import { createChainIndex } from './chainIndex.js'
import { startEsploraServer } from './esploraServer.js'
import { createFaucet } from './faucet.js'
import { defaultFeeRates, type FeeRates } from './feeRates.js'
import { type NodeRpc, NodeRpcError } from './nodeRpc.js'
import { regtestChainId } from './regtest.js'
import { scriptOfAddress } from './scripts.js'
import { startNode } from './startNode.js'

/** How to start the local Bitcoin chain. */
export interface StartBitcoinOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number
  /** What the fee routes answer, in sat/vB. A private chain has no fee market to estimate from. */
  readonly feeRates?: FeeRates
}

/** A running local Bitcoin chain. */
export interface BitcoinStack {
  /** Base address of an Esplora-style HTTP interface, for example http://127.0.0.1:36567. */
  readonly url: string
  /** CAIP-2 id of Bitcoin regtest. */
  readonly chainId: string
  /** Process id of the node. */
  readonly pid: number
  /** @param blocks default 1 */
  mine(blocks?: number): Promise<void>
  /**
   * Mines one block of these transactions alone, as hex, whatever waits in the mempool: also one that was replaced, or that spends what
   * another one there spends.
   */
  mineOnly(transactions: readonly string[]): Promise<void>
  /** Sends `sats` to `address`, mines the transaction and returns its id. */
  faucet(address: string, sats: bigint): Promise<string>
  /** Satoshis an address can spend, including those of unconfirmed transactions. */
  balanceOf(address: string): Promise<bigint>
  /**
   * What the node itself says of a transaction in its mempool, its unconfirmed ancestors and itself counted: how many, how many
   * virtual bytes, satoshis of fees. `undefined` for one that isn't there.
   */
  ancestorsOf(transactionId: string): Promise<MempoolAncestors | undefined>
  /** Ends the server and the node and removes the node's data. May be called any number of times. */
  stop(): Promise<void>
}

export interface MempoolAncestors {
  readonly count: number
  readonly size: number
  readonly fees: bigint
}

const mempoolEntry = z.object({
  ancestorcount: z.number(),
  ancestorsize: z.number(),
  // In satoshis, unlike the other amounts of this answer.
  ancestorfees: z.number(),
})

async function readAncestors(rpc: NodeRpc, transactionId: string): Promise<MempoolAncestors | undefined> {
  try {
    const { ancestorcount, ancestorsize, ancestorfees } = await rpc(
      'getmempoolentry',
      [transactionId],
      mempoolEntry,
    )
    return { count: ancestorcount, size: ancestorsize, fees: BigInt(ancestorfees) }
  } catch (error) {
    if (error instanceof NodeRpcError) return undefined
    throw error
  }
}

/** Enough for the first block rewards to be spendable. */
const firstBlocks = 110

/**
 * Starts a local Bitcoin chain with segwit and taproot: a Core-family node in regtest behind an Esplora-style
 * HTTP interface. The node is Debian's litecoind, whose scripts, transactions and signature hashes are
 * Bitcoin's; the interface asks it by raw script and shows bcrt1 addresses only.
 *
 * @throws DevstackError BINARY_MISSING, PORT_IN_USE, PROCESS_EXITED, PROCESS_NOT_READY
 */
export async function startBitcoin(options: StartBitcoinOptions = {}): Promise<BitcoinStack> {
  const node = await startNode()
  try {
    const index = createChainIndex(node.rpc)
    const faucet = createFaucet(node.rpc, index)
    await faucet.mine(firstBlocks)
    const server = await startEsploraServer({
      rpc: node.rpc,
      index,
      feeRates: options.feeRates ?? defaultFeeRates,
      port: options.port ?? 0,
    })
    let stopping: Promise<void> | undefined
    return {
      url: server.url,
      chainId: regtestChainId,
      pid: node.pid,
      mine: (blocks = 1) => faucet.mine(blocks),
      mineOnly: (transactions) => faucet.mineOnly(transactions),
      faucet: (address, sats) => faucet.send(address, sats),
      async balanceOf(address) {
        const script = scriptOfAddress(address)
        await index.sync()
        return index.unspentOf(script).reduce((total, { output }) => total + output.value, 0n)
      },
      ancestorsOf: (transactionId) => readAncestors(node.rpc, transactionId),
      stop() {
        stopping ??= server.stop().then(() => node.stop())
        return stopping
      },
    }
  } catch (error) {
    await node.stop()
    throw error
  }
}
