import type { ChainIndex, IndexedBlock, IndexedOutput, IndexedTransaction } from './chainIndex.js'

const outputJson = ({ script, type, address, value }: IndexedOutput) => ({
  scriptpubkey: script,
  scriptpubkey_type: type,
  ...(address === undefined ? {} : { scriptpubkey_address: address }),
  value: Number(value),
})

/** Writes a transaction the way Esplora does. Values are satoshis. */
export const transactionJson = (transaction: IndexedTransaction) => ({
  txid: transaction.txid,
  version: transaction.version,
  locktime: transaction.lockTime,
  vin: transaction.inputs.map((input) => ({
    txid: input.txid,
    vout: input.vout,
    prevout: input.prevout ? outputJson(input.prevout) : null,
    scriptsig: input.scriptSignature,
    ...(input.witness.length === 0 ? {} : { witness: input.witness }),
    is_coinbase: input.prevout === undefined,
    sequence: input.sequence,
  })),
  vout: transaction.outputs.map(outputJson),
  size: transaction.size,
  weight: transaction.weight,
  fee: Number(transaction.fee),
  status: transaction.status,
})

/** Writes a block the way Esplora does, without the fields that only miners need. */
export const blockJson = ({ hash, height, time, previous, txids }: IndexedBlock) => ({
  id: hash,
  height,
  timestamp: time,
  tx_count: txids.length,
  previousblockhash: previous ?? null,
})

/** Writes the unspent outputs of a script. */
export const unspentJson = (index: ChainIndex, script: string) =>
  index.unspentOf(script).map(({ transaction, vout, output }) => ({
    txid: transaction.txid,
    vout,
    status: transaction.status,
    value: Number(output.value),
  }))

/** Writes what an address received and spent, in blocks and in the mempool. */
export function addressJson(index: ChainIndex, address: string, script: string) {
  const all = index.transactionsOf(script)
  const confirmed = all.filter(({ status }) => status.confirmed)
  const waiting = all.filter(({ status }) => !status.confirmed)
  return { address, chain_stats: statistics(confirmed, script), mempool_stats: statistics(waiting, script) }
}

function statistics(transactions: readonly IndexedTransaction[], script: string) {
  const funded = transactions.flatMap(({ outputs }) => outputs.filter((output) => output.script === script))
  const spent = transactions.flatMap(({ inputs }) =>
    inputs.flatMap(({ prevout }) => (prevout?.script === script ? [prevout] : [])),
  )
  const sum = (outputs: readonly IndexedOutput[]) =>
    Number(outputs.reduce((total, { value }) => total + value, 0n))
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent),
    tx_count: transactions.length,
  }
}

/** Writes what became of each output of a transaction. */
export const outspendsJson = (index: ChainIndex, transaction: IndexedTransaction) =>
  transaction.outputs.map((_, vout) => {
    const spender = index.spenderOf(transaction.txid, vout)
    return spender
      ? { spent: true, txid: spender.transaction.txid, vin: spender.vin, status: spender.transaction.status }
      : { spent: false }
  })
