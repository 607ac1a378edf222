import { schnorr } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { selectUTXO } from '@scure/btc-signer'
import * as z from 'zod/mini'
import { WalletError } from '../walletError.js'
import type { BitcoinAccount } from './bip122Signer.js'
import { bitcoinNetworkOf } from './bitcoinNetwork.js'

const unspent = z.array(
  z.object({
    txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    vout: z.number().check(z.int(), z.nonnegative()),
    value: z.number().check(z.int(), z.positive()),
  }),
)
const feeEstimates = z.record(z.string(), z.number())

export interface BitcoinTransfer {
  /** Base address of an Esplora-style service. */
  readonly esplora: string
  readonly from: BitcoinAccount
  readonly recipient: Uint8Array
  /** Satoshis. */
  readonly amount: bigint
  /** CAIP-2 id, for the change address. */
  readonly chainId: string
}

/** Chooses coins of one account, adds change, signs; returns the transaction as hex, not yet sent. */
export async function signBitcoinTransfer(transfer: BitcoinTransfer): Promise<string> {
  const { esplora, from, recipient, amount, chainId } = transfer
  const coins = unspent.parse(await getJson(`${esplora}/address/${from.address}/utxo`))
  const fees = feeEstimates.parse(await getJson(`${esplora}/fee-estimates`))
  const tap = from.kind === 'p2tr' ? { tapInternalKey: schnorr.getPublicKey(from.key) } : {}
  const inputs = coins.map(({ txid, vout, value }) => ({
    txid: hexToBytes(txid),
    index: vout,
    witnessUtxo: { script: from.script, amount: BigInt(value) },
    ...tap,
  }))
  const selected = selectUTXO(inputs, [{ script: recipient, amount }], 'default', {
    changeAddress: from.address,
    feePerByte: BigInt(Math.ceil(Math.max(fees['1'] ?? 0, 10))),
    bip69: false,
    createTx: true,
    network: bitcoinNetworkOf(chainId),
  })
  if (!selected?.tx) throw new WalletError(-32000, `The account "${from.address}" does not hold enough.`)
  selected.tx.sign(from.key)
  selected.tx.finalize()
  return selected.tx.hex
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url)
  if (response.ok) return response.json()
  throw new WalletError(-32000, `The Bitcoin service answered ${response.status}.`)
}
