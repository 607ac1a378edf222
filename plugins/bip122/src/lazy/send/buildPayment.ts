import type { BitcoinNetwork } from '../../networks.js'
import type { Utxo, UtxoSourceService } from '../../utxoSource.js'
import { isSame } from '../psbtInputs.js'
import { parametersOf, Psbt, Transaction } from '../sdk.js'
import type { PayingAccount } from './payingAccount.js'
import type { PaymentOutput } from './paymentOutput.js'
import type { Selection } from './selectCoins.js'
import { sendError } from './sendErrors.js'

export interface PaymentRequest {
  readonly account: PayingAccount
  readonly network: BitcoinNetwork
  readonly outputs: readonly PaymentOutput[]
  readonly selection: Selection
  readonly source: UtxoSourceService
  readonly signal?: AbortSignal | undefined
}

/** Lets a later transaction with a higher fee take its place (BIP-125). */
const replaceable = 0xfffffffd

/**
 * Builds the transaction to be signed. Each coin is proved by the transaction that made it, so that a service that lies
 * about values cannot turn the difference into a fee.
 *
 * @throws BaseError `SOURCE_ANSWER_INVALID`
 */
export async function buildPayment(request: PaymentRequest): Promise<Psbt> {
  const { account, network, outputs, selection } = request
  const previous = await proofsOf(selection.coins, request)
  const psbt = new Psbt({ network: parametersOf(network) })
  psbt.setVersion(2)
  // Before the inputs: the library looks at all of them with each output that is added.
  for (const { script, amount } of outputs) psbt.addOutput({ script, value: amount })
  if (selection.change > 0n) psbt.addOutput({ script: account.script, value: selection.change })
  for (const [index, { transactionId, output, value }] of selection.coins.entries()) {
    const segwit = account.kind !== 'p2pkh'
    psbt.addInput({
      hash: transactionId,
      index: output,
      sequence: replaceable,
      // Signatures of taproot cover the values; the older kinds need the proof.
      ...(account.kind === 'p2tr' ? {} : { nonWitnessUtxo: previous[index] as Uint8Array }),
      ...(segwit ? { witnessUtxo: { script: account.script, value } } : {}),
      ...(account.redeemScript ? { redeemScript: account.redeemScript } : {}),
      ...(account.tapInternalKey ? { tapInternalKey: account.tapInternalKey } : {}),
    })
  }
  return psbt
}

/** Some at a time: an address of many small coins must not ask a service a thousand questions at once. */
const proofsAtOnce = 8

async function proofsOf(coins: readonly Utxo[], request: PaymentRequest): Promise<readonly Uint8Array[]> {
  const proofs: Uint8Array[] = []
  const waiting = coins.entries()
  const work = async () => {
    for (const [index, coin] of waiting) proofs[index] = await proofOf(coin, request)
  }
  await Promise.all(Array.from({ length: proofsAtOnce }, work))
  return proofs
}

async function proofOf(
  coin: Utxo,
  { account, network, source, signal }: PaymentRequest,
): Promise<Uint8Array> {
  const { transactionId, output, value } = coin
  const bytes = await source.transaction({ networkId: network.id, transactionId, signal })
  let transaction: Transaction
  try {
    transaction = Transaction.fromBuffer(bytes)
  } catch {
    throw sendError('SOURCE_ANSWER_INVALID', `Not a transaction: ${transactionId}`)
  }
  const made = transaction.outs[output]
  const sound =
    transaction.getId() === transactionId && made?.value === value && isSame(made.script, account.script)
  if (!sound) throw sendError('SOURCE_ANSWER_INVALID', `The coin ${transactionId}:${output} is not as told.`)
  return bytes
}
