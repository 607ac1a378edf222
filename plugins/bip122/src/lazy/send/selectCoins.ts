import { selectUTXO } from '@scure/btc-signer'
import type { BitcoinNetwork } from '../../networks.js'
import type { Utxo } from '../../utxoSource.js'
import { fromHex, toHex } from '../bytes.js'
import { parametersOf } from '../sdk.js'
import type { PayingAccount } from './payingAccount.js'
import { usableCoins, sumOf } from './usableCoins.js'

export interface Selection {
  readonly coins: readonly Utxo[]
  /** Satoshis. */
  readonly fee: bigint
  /** Satoshis that go back to the account; 0 when they would be dust. */
  readonly change: bigint
  /** Coins that the amount could have used, and that one transaction does not carry beside the chosen ones. */
  readonly leftOut: readonly Utxo[]
}

export interface SelectionRequest {
  readonly account: PayingAccount
  readonly network: BitcoinNetwork
  readonly coins: readonly Utxo[]
  /** Address of the receiver. */
  readonly to: string
  /** Satoshis; `all` spends every coin that pays for itself. */
  readonly amount: bigint | 'all'
  /** Satoshis per virtual byte. */
  readonly feeRate: number
}

/** Chooses coins by exact weights, as many as one transaction carries; `undefined` when they do not suffice. */
export function selectCoins({
  account,
  network,
  coins,
  to,
  amount,
  feeRate,
}: SelectionRequest): Selection | undefined {
  const { coins: usable, leftOut } = usableCoins(coins, account.kind)
  const inputs = usable.map(({ transactionId, output, value }) => ({
    txid: fromHex(transactionId) as Uint8Array,
    index: output,
    witnessUtxo: { script: account.script, amount: value },
    ...(account.redeemScript ? { redeemScript: account.redeemScript } : {}),
    ...(account.tapInternalKey ? { tapInternalKey: account.tapInternalKey } : {}),
  }))
  if (inputs.length === 0) return undefined
  const { bech32, pubKeyHash, scriptHash, wif } = parametersOf(network)
  // All that is left over goes to the receiver when everything is spent.
  const all = amount === 'all'
  const chosen = selectUTXO(inputs, all ? [] : [{ address: to, amount }], all ? 'all' : 'default', {
    changeAddress: all ? to : account.address,
    feePerByte: BigInt(Math.ceil(feeRate)),
    bip69: false,
    createTx: false,
    // Only weights are worked out here: the coins' own transactions are fetched for those that are chosen.
    allowLegacyWitnessUtxo: true,
    network: { bech32, pubKeyHash, scriptHash, wif },
  })
  if (chosen?.fee === undefined) return undefined
  const picked = new Set(chosen.inputs.map(({ txid, index }) => `${toHex(txid as Uint8Array)}:${index}`))
  const spent = usable.filter(({ transactionId, output }) => picked.has(`${transactionId}:${output}`))
  const left = sumOf(spent) - chosen.fee - (all ? 0n : amount)
  return {
    coins: spent,
    fee: chosen.fee,
    change: left,
    leftOut: spent.length === usable.length ? leftOut : [],
  }
}
