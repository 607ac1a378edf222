import { BaseError } from '@latchkey/kernel/plugin'
import type { PendingRequest } from '@latchkey/kernel/contracts'
import type { BitcoinNetwork } from '../../networks.js'
import type { Utxo, UtxoSourceService } from '../../utxoSource.js'
import { isSame } from '../psbtInputs.js'
import type { PayingAccount } from '../send/payingAccount.js'
import { type PaymentOutput, sumOfOutputs } from '../send/paymentOutput.js'
import { sumOf } from '../send/usableCoins.js'
import { readEachOnce, readSpent } from './readSpent.js'

/** A payment that waits, of which its id and those of the coins prove every value. */
export interface PendingPayment {
  readonly transactionId: string
  /** What it spends: of the account alone. */
  readonly coins: readonly Utxo[]
  /** Whom it pays, the account itself left out. */
  readonly outputs: readonly PaymentOutput[]
  /** Outputs that pay the account itself, by their place. */
  readonly own: readonly number[]
  /** Satoshis. */
  readonly fee: bigint
}

/** Below this an input says that a transaction with a higher fee may take its place (BIP-125). */
const finalSequence = 0xfffffffe
/** Inputs whose coins are looked up; a payment of ours has fewer. */
const mostInputs = 300

/**
 * Reads a pending payment. Its id is over all that was signed, and the ids of the coins over their values: so a service can
 * leave it out, and can't have the person pay somebody else, or more than they are shown.
 *
 * @throws BaseError as `ReplaceCapability.find` says
 */
export async function readPending(
  source: UtxoSourceService,
  network: BitcoinNetwork,
  account: PayingAccount,
  { id, signal }: Pick<PendingRequest, 'id' | 'signal'>,
): Promise<PendingPayment> {
  const transactionId = id.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(transactionId)) throw notFound(id)
  await requirePending(source, network, transactionId, signal)
  const refuse = () => replacementUnsupported(id)
  const read = readEachOnce(source, network.id, signal, { most: mostInputs + 1, refuse })
  const transaction = await read(transactionId)
  if (transaction.ins.length > mostInputs) throw refuse()
  const spent = await readSpent(transaction, read)
  const own = spent.filter(({ script }) => isSame(script, account.script))
  if (own.length === 0) {
    throw new BaseError('Another account made this transaction. Connect that account to change it.', {
      code: 'REPLACEMENT_OF_OTHER',
      metaMessages: [`Transaction: ${id}`],
    })
  }
  const isSignalled = transaction.ins.some(({ sequence }) => sequence < finalSequence)
  if (own.length < spent.length || !isSignalled) throw refuse()
  const coins = spent.map(({ transactionId: made, output, amount: value }) => ({
    transactionId: made,
    output,
    value,
    confirmed: true,
  }))
  const all = transaction.outs.map(({ script, value }) => ({ script, amount: value }))
  return {
    transactionId,
    coins,
    outputs: all.filter(({ script }) => !isSame(script, account.script)),
    own: all.flatMap(({ script }, place) => (isSame(script, account.script) ? [place] : [])),
    fee: sumOf(coins) - sumOfOutputs(all),
  }
}

/** @throws BaseError `TRANSACTION_DECIDED` when a block has it, `TRANSACTION_NOT_FOUND` when nobody has. */
export async function requirePending(
  source: UtxoSourceService,
  network: BitcoinNetwork,
  transactionId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { status } = await source.status({ networkId: network.id, transactionId, signal })
  if (status === 'unknown') throw notFound(transactionId)
  if (status === 'pending') return
  throw new BaseError('This transaction already went through or failed. It can’t be changed.', {
    code: 'TRANSACTION_DECIDED',
    metaMessages: [`Transaction: ${transactionId}`],
  })
}

/**
 * A replacement takes its change away from the payments that already spend it: the network drops them.
 *
 * @throws BaseError `REPLACEMENT_HAS_LATER` when a coin that it brings the account isn't there to spend any more
 */
export async function requireLast(
  source: UtxoSourceService,
  network: BitcoinNetwork,
  { address }: PayingAccount,
  { transactionId, own }: Pick<PendingPayment, 'transactionId' | 'own'>,
  signal?: AbortSignal,
): Promise<void> {
  if (own.length === 0) return
  const coins = await source.utxos({ networkId: network.id, address, signal })
  const isThere = (place: number) =>
    coins.some((coin) => coin.transactionId.toLowerCase() === transactionId && coin.output === place)
  if (own.every(isThere)) return
  throw new BaseError('A later payment spends its change and would be dropped.', {
    code: 'REPLACEMENT_HAS_LATER',
    metaMessages: [`Transaction: ${transactionId}`, 'Replace the latest payment, or wait for this one.'],
  })
}

const notFound = (id: string) =>
  new BaseError(
    'The network doesn’t know this transaction. It may have been dropped, or not have arrived yet: look at your wallet.',
    { code: 'TRANSACTION_NOT_FOUND', metaMessages: [`Transaction: ${id.slice(0, 100)}`] },
  )

/** Tells that a transaction can't be changed here. */
export const replacementUnsupported = (id: string): BaseError =>
  new BaseError('Transactions of this kind can be changed in your wallet only.', {
    code: 'REPLACEMENT_UNSUPPORTED',
    metaMessages: [
      `Transaction: ${id}`,
      'Expected one that spends coins of this address alone, and that allows a replacement (BIP-125).',
    ],
  })
