import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { rpcErrors } from '../evm/providerRpcError.js'
import type { BitcoinKey } from './bitcoinKeys.js'
import type { BitcoinNetworkNames } from './bitcoinNetworks.js'
import type { UnspentOutput } from './esploraClient.js'

/** Who gets how much. */
export interface BitcoinRecipient {
  readonly address: string
  /** Satoshis. */
  readonly amount: bigint
}

/** What {@link buildTransfer} needs. */
export interface TransferParameters {
  readonly from: BitcoinKey
  readonly unspent: readonly UnspentOutput[]
  readonly recipients: readonly BitcoinRecipient[]
  /** Satoshis per virtual byte. */
  readonly feeRate: number
  readonly network: BitcoinNetworkNames
}

/** Below it an output of the payment address is not relayed, in satoshis. */
const dust = 294n

/**
 * Builds and signs a transfer from the payment address, with change back to it.
 *
 * @throws ProviderRpcError -32602 for an amount or address that cannot be sent, -32603 when there is too little
 */
export function buildTransfer({
  from,
  unspent,
  recipients,
  feeRate,
  network,
}: TransferParameters): Transaction {
  const outputs = recipients.map(({ address, amount }) => ({ script: readAddress(address, network), amount }))
  const total = outputs.reduce((sum, { amount }) => sum + amount, 0n)
  const coins: UnspentOutput[] = []
  let gathered = 0n
  for (const coin of [...unspent].sort((a, b) => (a.amount < b.amount ? 1 : -1))) {
    coins.push(coin)
    gathered += coin.amount
    const fee = (list: readonly Output[]) => BigInt(Math.ceil(virtualSize(coins.length, list) * feeRate))
    const change = {
      script: from.script,
      amount: gathered - total - fee([...outputs, { script: from.script }]),
    }
    if (change.amount >= dust) return sign(from, coins, [...outputs, change])
    if (gathered - total >= fee(outputs)) return sign(from, coins, outputs)
  }
  throw rpcErrors.internal(
    `The wallet has ${gathered} sat, which is too little to send ${total} sat and the fee.`,
  )
}

interface Output {
  readonly script: Uint8Array
}

function readAddress(address: string, network: BitcoinNetworkNames): Uint8Array {
  try {
    return OutScript.encode(Address(network.parameters).decode(address))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw rpcErrors.invalidParams('the request', `"${address}" cannot be paid: ${reason}`)
  }
}

/** Sizes in bytes. A P2WPKH witness holds a signature of at most 72 bytes and a key of 33. */
const inputSize = 41
const witnessSize = 108
const frameSize = 10

/** Virtual bytes of a transaction that spends P2WPKH outputs. At most one too many per input. */
function virtualSize(inputCount: number, outputs: readonly Output[]): number {
  const body = outputs.reduce(
    (size, { script }) => size + 9 + script.length,
    frameSize + inputCount * inputSize,
  )
  return Math.ceil((body * 4 + 2 + inputCount * witnessSize) / 4)
}

function sign(
  from: BitcoinKey,
  coins: readonly UnspentOutput[],
  outputs: readonly (Output & { readonly amount: bigint })[],
): Transaction {
  const transaction = new Transaction()
  for (const { txid, index, amount } of coins) {
    transaction.addInput({ txid, index, witnessUtxo: { script: from.script, amount } })
  }
  for (const output of outputs) transaction.addOutput(output)
  transaction.sign(from.privateKey)
  return transaction
}
