import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import * as z from 'zod/mini'
import { DevstackError } from '../devstackError.js'
import type { ChainIndex, UnspentOutput } from './chainIndex.js'
import type { NodeRpc } from './nodeRpc.js'
import { regtest } from './regtest.js'
import { scriptOfAddress } from './scripts.js'

/** Mines blocks and gives out what they pay. */
export interface Faucet {
  /** Mines `blocks` blocks. */
  mine(blocks: number): Promise<void>
  /** Mines a block of these transactions alone, as hex. Throws the node's error where one is invalid. */
  mineOnly(transactions: readonly string[]): Promise<void>
  /** Sends `sats` to `address`, mines the transaction and returns its id. Throws {@link DevstackError}. */
  send(address: string, sats: bigint): Promise<string>
}

const coinbaseMaturity = 100
const feePerVirtualByte = 10n
/** Virtual bytes, rounded up: a P2WPKH input; the rest of a transaction with two outputs of any kind. */
const inputSize = 69n
const baseSize = 100n
const dust = 1000n

/** Creates the faucet. Its key is public: never for anything of value. */
export function createFaucet(rpc: NodeRpc, index: ChainIndex): Faucet {
  const key = createHash('sha256').update('latchkey devstack bitcoin faucet').digest()
  const payment = p2wpkh(secp256k1.getPublicKey(key, true), regtest)
  const script = hex.encode(payment.script)
  let running: Promise<unknown> = Promise.resolve()

  const mine = async (blocks: number) => {
    await rpc('generatetodescriptor', [blocks, `raw(${script})`], z.array(z.string()))
    await index.sync()
  }
  const mineOnly = async (transactions: readonly string[]) => {
    await rpc('generateblock', [`raw(${script})`, transactions], z.object({ hash: z.string() }))
    await index.sync()
  }
  const send = async (address: string, sats: bigint) => {
    scriptOfAddress(address)
    if (sats < dust) {
      throw new DevstackError(
        'INVALID_OPTION',
        `The faucet cannot send ${sats} sat. Expected at least ${dust}.`,
      )
    }
    await index.sync()
    const { coins, total, fee } = choose(index.unspentOf(script).filter(isMature(index.height())), sats)
    const transaction = new Transaction()
    for (const { transaction: source, vout, output } of coins) {
      const witnessUtxo = { script: payment.script, amount: output.value }
      transaction.addInput({ txid: source.txid, index: vout, witnessUtxo })
    }
    transaction.addOutputAddress(address, sats, regtest)
    const change = total - sats - fee
    if (change >= dust) transaction.addOutput({ script: payment.script, amount: change })
    transaction.sign(key)
    transaction.finalize()
    const txid = await rpc('sendrawtransaction', [transaction.hex], z.string())
    await mine(1)
    return txid
  }
  return {
    mine,
    mineOnly,
    send(address, sats) {
      // One at a time, so that no two choose the same coins.
      const next = running.then(() => send(address, sats))
      running = next.catch(() => undefined)
      return next
    },
  }
}

const isMature =
  (height: number) =>
  ({ transaction }: UnspentOutput) => {
    if (!transaction.status.confirmed) return false
    const isCoinbase = transaction.inputs.every(({ prevout }) => prevout === undefined)
    return !isCoinbase || height - transaction.status.block_height + 1 > coinbaseMaturity
  }

function choose(available: readonly UnspentOutput[], sats: bigint) {
  const coins: UnspentOutput[] = []
  let total = 0n
  const fee = () => (baseSize + inputSize * BigInt(coins.length)) * feePerVirtualByte
  for (const coin of available) {
    if (total >= sats + fee()) break
    coins.push(coin)
    total += coin.output.value
  }
  if (total < sats + fee()) {
    const message = `The faucet holds ${total} sat that it may spend, which is too little to send ${sats} sat. Mine more blocks or ask for less.`
    throw new DevstackError('NODE_REFUSED', message)
  }
  return { coins, total, fee: fee() }
}
