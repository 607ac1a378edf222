import { hex } from '@scure/base'
import { RawTx } from '@scure/btc-signer'
import * as z from 'zod/mini'
import type { NodeRpc } from './nodeRpc.js'
import { describeScript } from './scripts.js'

/** Where a transaction stands. Times are Unix seconds. */
export type TransactionStatus =
  | { readonly confirmed: false }
  | {
      readonly confirmed: true
      readonly block_height: number
      readonly block_hash: string
      readonly block_time: number
    }

/** An output as the index keeps it. */
export interface IndexedOutput {
  readonly script: string
  readonly type: string
  readonly address: string | undefined
  /** Satoshis. */
  readonly value: bigint
}

/** An input as the index keeps it. */
export interface IndexedInput {
  readonly txid: string
  readonly vout: number
  /** The output it spends; undefined for a coinbase. */
  readonly prevout: IndexedOutput | undefined
  readonly scriptSignature: string
  readonly sequence: number
  readonly witness: readonly string[]
}

/** A transaction of the chain or the mempool. */
export interface IndexedTransaction {
  readonly txid: string
  readonly hex: string
  readonly version: number
  readonly lockTime: number
  readonly size: number
  readonly weight: number
  /** Satoshis. */
  readonly fee: bigint
  readonly inputs: readonly IndexedInput[]
  readonly outputs: readonly IndexedOutput[]
  readonly status: TransactionStatus
}

/** An output that nothing spends. */
export interface UnspentOutput {
  readonly transaction: IndexedTransaction
  readonly vout: number
  readonly output: IndexedOutput
}

/** A block of the chain. */
export interface IndexedBlock {
  readonly hash: string
  readonly height: number
  /** Unix seconds. */
  readonly time: number
  /** Absent for the first block. */
  readonly previous: string | undefined
  /** In their order. */
  readonly txids: readonly string[]
}

/** What the node knows, by script. Call {@link ChainIndex.sync} before reading. */
export interface ChainIndex {
  /** Reads new blocks and the mempool. */
  sync(): Promise<void>
  height(): number
  getBlock(hash: string): IndexedBlock | undefined
  getTransaction(txid: string): IndexedTransaction | undefined
  /** Transactions that pay or spend a script, newest first; unconfirmed ones before all others. */
  transactionsOf(script: string): readonly IndexedTransaction[]
  unspentOf(script: string): readonly UnspentOutput[]
  spenderOf(
    txid: string,
    vout: number,
  ): { readonly transaction: IndexedTransaction; readonly vin: number } | undefined
  unconfirmed(): readonly IndexedTransaction[]
}

const nodeTransaction = z.object({ txid: z.string(), hex: z.string(), size: z.number(), weight: z.number() })
const nodeBlock = z.object({
  hash: z.string(),
  time: z.number(),
  previousblockhash: z.optional(z.string()),
  tx: z.array(nodeTransaction),
})
type NodeTransaction = z.infer<typeof nodeTransaction>

interface Mempool {
  readonly ids: readonly string[]
  /** Those that were not known. */
  readonly fresh: readonly NodeTransaction[]
}

const coinbaseTxid = '0'.repeat(64)

/** Creates an index that reads from the node as it goes. */
export function createChainIndex(rpc: NodeRpc): ChainIndex {
  const blocks = new Map<string, IndexedBlock>()
  const transactions = new Map<string, IndexedTransaction>()
  const byScript = new Map<string, Set<string>>()
  const spenders = new Map<string, { txid: string; vin: number }>()
  const mempool = new Set<string>()
  let height = -1
  let running = Promise.resolve()

  const note = (script: string, txid: string) => {
    const known = byScript.get(script) ?? new Set()
    byScript.set(script, known.add(txid))
  }
  const add = (source: NodeTransaction, status: TransactionStatus) => {
    const transaction = readTransaction(source, status, (txid, vout) => transactions.get(txid)?.outputs[vout])
    transactions.set(transaction.txid, transaction)
    for (const output of transaction.outputs) note(output.script, transaction.txid)
    transaction.inputs.forEach(({ txid, vout, prevout }, vin) => {
      if (!prevout) return
      note(prevout.script, transaction.txid)
      spenders.set(`${txid}:${vout}`, { txid: transaction.txid, vin })
    })
  }
  const remove = (txid: string) => {
    for (const { txid: spent, vout } of transactions.get(txid)?.inputs ?? []) {
      if (spenders.get(`${spent}:${vout}`)?.txid === txid) spenders.delete(`${spent}:${vout}`)
    }
    for (const ids of byScript.values()) ids.delete(txid)
    transactions.delete(txid)
  }

  const readBlocks = async () => {
    const tip = await rpc('getblockcount', [], z.number())
    while (height < tip) {
      const hash = await rpc('getblockhash', [height + 1], z.string())
      const block = await rpc('getblock', [hash, 2], nodeBlock)
      height++
      const { time, previousblockhash: previous } = block
      blocks.set(hash, { hash, height, time, previous, txids: block.tx.map(({ txid }) => txid) })
      for (const transaction of block.tx) {
        mempool.delete(transaction.txid)
        add(transaction, {
          confirmed: true,
          block_height: height,
          block_hash: block.hash,
          block_time: block.time,
        })
      }
    }
    return tip
  }
  const readMempool = async (): Promise<Mempool> => {
    const ids = await rpc('getrawmempool', [], z.array(z.string()))
    const fresh = ids.filter((txid) => !mempool.has(txid))
    return {
      ids,
      fresh: await Promise.all(fresh.map((txid) => rpc('getrawtransaction', [txid, true], nodeTransaction))),
    }
  }
  const noteMempool = ({ ids, fresh }: Mempool) => {
    // What the node has dropped, for example because it was replaced, never happened.
    for (const txid of mempool) {
      if (ids.includes(txid)) continue
      mempool.delete(txid)
      if (!transactions.get(txid)?.status.confirmed) remove(txid)
    }
    let waiting: readonly NodeTransaction[] = fresh
    while (waiting.length > 0) {
      // A child may come before its parent in the node's list; parents go first.
      const ready = waiting.filter((one) => !dependsOn(one, waiting))
      for (const transaction of ready) {
        add(transaction, { confirmed: false })
        mempool.add(transaction.txid)
      }
      waiting = waiting.filter((one) => !ready.includes(one))
    }
  }

  // A block may be found while the mempool is read: its transactions have left the one and aren't in the other yet.
  const readAll = async (): Promise<void> => {
    const tip = await readBlocks()
    const [read] = await Promise.allSettled([readMempool()])
    if ((await rpc('getblockcount', [], z.number())) !== tip) return readAll()
    if (read.status === 'rejected') throw read.reason
    noteMempool(read.value)
  }

  const related = (script: string) =>
    [...(byScript.get(script) ?? [])].flatMap((txid) => transactions.get(txid) ?? [])

  return {
    sync() {
      const next = running.then(readAll)
      running = next.catch(() => undefined)
      return next
    },
    height: () => height,
    getBlock: (hash) => blocks.get(hash),
    getTransaction: (txid) => transactions.get(txid),
    transactionsOf: (script) => related(script).sort((a, b) => age(b) - age(a)),
    unspentOf: (script) =>
      related(script).flatMap((transaction) =>
        transaction.outputs.flatMap((output, vout) =>
          output.script === script && !spenders.has(`${transaction.txid}:${vout}`)
            ? [{ transaction, vout, output }]
            : [],
        ),
      ),
    spenderOf(txid, vout) {
      const spender = spenders.get(`${txid}:${vout}`)
      const transaction = spender && transactions.get(spender.txid)
      return spender && transaction ? { transaction, vin: spender.vin } : undefined
    },
    unconfirmed: () => [...mempool].flatMap((txid) => transactions.get(txid) ?? []),
  }
}

const age = ({ status }: IndexedTransaction) =>
  status.confirmed ? status.block_height : Number.MAX_SAFE_INTEGER

function dependsOn(transaction: NodeTransaction, others: readonly NodeTransaction[]): boolean {
  const parents = RawTx.decode(hex.decode(transaction.hex)).inputs.map((input) => hex.encode(input.txid))
  return others.some((other) => parents.includes(other.txid))
}

function readTransaction(
  { txid, hex: text, size, weight }: NodeTransaction,
  status: TransactionStatus,
  findOutput: (txid: string, vout: number) => IndexedOutput | undefined,
): IndexedTransaction {
  const raw = RawTx.decode(hex.decode(text))
  const inputs = raw.inputs.map((input, index): IndexedInput => {
    const spent = hex.encode(input.txid)
    return {
      txid: spent,
      vout: input.index,
      prevout: spent === coinbaseTxid ? undefined : findOutput(spent, input.index),
      scriptSignature: hex.encode(input.finalScriptSig),
      sequence: input.sequence,
      witness: (raw.witnesses?.[index] ?? []).map((item) => hex.encode(item)),
    }
  })
  const outputs = raw.outputs.map((output): IndexedOutput => {
    return { script: hex.encode(output.script), value: output.amount, ...describeScript(output.script) }
  })
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
  const spent = inputs.flatMap(({ prevout }) => prevout?.value ?? [])
  const fee = spent.length === 0 ? 0n : sum(spent) - sum(outputs.map(({ value }) => value))
  const { version, lockTime } = raw
  return { txid, hex: text, version, lockTime, size, weight, fee, inputs, outputs, status }
}
