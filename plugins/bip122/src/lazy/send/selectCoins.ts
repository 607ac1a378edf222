import { decodeHex, encodeHex } from '@latchkey/kernel/chain'
import { selectUTXO } from '@scure/btc-signer'
import type { BitcoinNetwork } from '../../networks.js'
import type { Utxo } from '../../utxoSource.js'
import { parametersOf } from '../sdk.js'
import type { PayingAccount } from './payingAccount.js'
import { type PaymentOutput, sumOfOutputs } from './paymentOutput.js'
import { usableCoins, sumOf } from './usableCoins.js'

export interface Selection {
  readonly coins: readonly Utxo[]
  /** Satoshis. */
  readonly fee: bigint
  /** Virtual bytes. */
  readonly size: bigint
  /** Satoshis that go back to the account; 0 when they would be dust. */
  readonly change: bigint
  /** Coins that the amount could have used, and that one transaction does not carry beside the chosen ones. */
  readonly leftOut: readonly Utxo[]
}

export interface SelectionRequest {
  readonly account: PayingAccount
  readonly network: BitcoinNetwork
  readonly coins: readonly Utxo[]
  readonly outputs: readonly PaymentOutput[]
  /** The address that all the rest goes to, from every coin that pays for itself. Default: change goes to the account. */
  readonly restTo?: string
  /** Thousandths of a satoshi per virtual byte. */
  readonly feeRate: bigint
}

/** The library counts in whole satoshis a byte: it's given everything in thousandths of one. */
const scale = 1_000n

/** Chooses coins by exact weights, as many as one transaction carries; `undefined` when they do not suffice. */
export function selectCoins({
  account,
  network,
  coins,
  outputs,
  restTo,
  feeRate,
}: SelectionRequest): Selection | undefined {
  const { coins: usable, leftOut } = usableCoins(coins, account.kind, outputs)
  const inputs = usable.map(({ transactionId, output, value }) => ({
    txid: decodeHex(transactionId) as Uint8Array,
    index: output,
    witnessUtxo: { script: account.script, amount: value * scale },
    ...(account.redeemScript ? { redeemScript: account.redeemScript } : {}),
    ...(account.tapInternalKey ? { tapInternalKey: account.tapInternalKey } : {}),
  }))
  if (inputs.length === 0) return undefined
  const scaled = outputs.map(({ script, amount }) => ({ script, amount: amount * scale }))
  const { bech32, pubKeyHash, scriptHash, wif } = parametersOf(network)
  const chosen = selectUTXO(inputs, scaled, restTo === undefined ? 'default' : 'all', {
    changeAddress: restTo ?? account.address,
    feePerByte: feeRate,
    // 3 satoshis a byte, as in Bitcoin Core.
    dustRelayFeeRate: 3n * scale,
    bip69: false,
    createTx: false,
    // Only weights are worked out here: the coins' own transactions are fetched for those that are chosen.
    allowLegacyWitnessUtxo: true,
    allowUnknownOutputs: true,
    network: { bech32, pubKeyHash, scriptHash, wif },
  })
  if (chosen?.fee === undefined) return undefined
  const picked = new Set(chosen.inputs.map(({ txid, index }) => `${encodeHex(txid as Uint8Array)}:${index}`))
  const spent = usable.filter(({ transactionId, output }) => picked.has(`${transactionId}:${output}`))
  // No satoshi has parts: the fee takes the one that is begun.
  const fee = (chosen.fee + scale - 1n) / scale
  return {
    coins: spent,
    fee,
    size: BigInt(Math.ceil(chosen.weight / 4)), // no money: bytes
    change: sumOf(spent) - fee - sumOfOutputs(outputs),
    leftOut: spent.length === usable.length ? leftOut : [],
  }
}
