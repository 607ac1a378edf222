import type { BaseError } from '@latchkey/kernel/plugin'
import type { PendingRequest } from '@latchkey/kernel/contracts'
import type { BitcoinNetwork } from '../../networks.js'
import type { Utxo, UtxoSourceService } from '../../utxoSource.js'
import { isSame } from '../psbtInputs.js'
import { addressOf, type Transaction } from '../sdk.js'
import type { PayingAccount } from '../send/payingAccount.js'
import { type PaymentOutput, sumOfOutputs } from '../send/paymentOutput.js'
import { sendError } from '../send/sendErrors.js'
import { checkWitness } from './checkWitness.js'
import { replacementUnsupported, requirePending } from './readPending.js'
import { readEachOnce, readSpent, spentIds } from './readSpent.js'

/** A transaction that waits, with what it pays for how much room. */
export interface WaitingTransaction {
  /** Satoshis. */
  readonly fee: bigint
  /** Virtual bytes. */
  readonly size: number
}

/** A transaction that waits, and all that it waits for. */
export interface PendingPackage extends WaitingTransaction {
  readonly transactionId: string
  /** Its outputs that pay the account. */
  readonly own: readonly Utxo[]
  readonly outputs: readonly PaymentOutput[]
  /** What it spends, by who owned it. */
  readonly spent: readonly PaymentOutput[]
  /** Addresses of what it spends, each once. */
  readonly from: readonly string[]
  /** Itself, and the transactions without which no block can take it. */
  readonly waiting: readonly WaitingTransaction[]
}

/** As many as nodes keep in a row (`DEFAULT_ANCESTOR_LIMIT` of Bitcoin Core). */
const mostWaiting = 25
/** Transactions that are looked up to know what the waiting ones spend. */
const mostLookedUp = 300
/** MAX_STANDARD_TX_WEIGHT of Bitcoin Core. */
const mostWeight = 400_000

/**
 * Reads a pending transaction with its unconfirmed ancestors. Ids prove what each pays and spends, and so its fee; the ids leave the
 * witness out, whose size is held to what its scripts allow. Which of them a block has, only the service knows.
 *
 * @returns `undefined` for one that pays the account nothing
 * @throws BaseError `TRANSACTION_NOT_FOUND`, `TRANSACTION_DECIDED`, `SOURCE_ANSWER_INVALID`, `REPLACEMENT_UNSUPPORTED`
 */
export async function readPackage(
  source: UtxoSourceService,
  network: BitcoinNetwork,
  account: PayingAccount,
  { id, signal }: Pick<PendingRequest, 'id' | 'signal'>,
): Promise<PendingPackage | undefined> {
  const transactionId = id.toLowerCase()
  const refuse = () => replacementUnsupported(id)
  const read = readEachOnce(source, network.id, signal, { most: mostLookedUp, refuse })
  await requirePending(source, network, transactionId, signal)
  const transaction = await read(transactionId)
  const outputs = outputsOf(transaction)
  const own = outputs.flatMap(({ script, amount: value }, output) =>
    isSame(script, account.script) ? [{ transactionId, output, value, confirmed: false }] : [],
  )
  if (own.length === 0) return undefined
  const waiting = new Map<string, WaitingTransaction>()
  const left = [transactionId]
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    if (waiting.has(next)) continue
    if (waiting.size >= mostWaiting) throw refuse()
    const member = await read(next)
    waiting.set(next, measure(member, await readSpent(member, read), id))
    left.push(...(await readWaiting(source, network, spentIds(member), signal)))
  }
  const spent = await readSpent(transaction, read)
  const from = spent.flatMap(({ script }) => addressOf(script, network) ?? [])
  return {
    transactionId,
    outputs,
    spent,
    own,
    from: [...new Set(from)],
    ...(waiting.get(transactionId) as WaitingTransaction),
    waiting: [...waiting.values()],
  }
}

const outputsOf = ({ outs }: Transaction): readonly PaymentOutput[] =>
  outs.map(({ script, value }) => ({ script, amount: value }))

function measure(transaction: Transaction, spent: readonly PaymentOutput[], id: string): WaitingTransaction {
  for (const [index, { script }] of spent.entries()) checkWitness(transaction, index, script, id)
  if (transaction.weight() > mostWeight) throw replacementUnsupported(id)
  const fee = sumOfOutputs(spent) - sumOfOutputs(outputsOf(transaction))
  if (fee < 0n) throw sendError('SOURCE_ANSWER_INVALID', 'It pays more than it spends.')
  return { fee, size: transaction.virtualSize() }
}

/** Which of the transactions wait. */
async function readWaiting(
  source: UtxoSourceService,
  { id: networkId }: BitcoinNetwork,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const found = [...new Set(ids)].map(async (transactionId) => {
    const { status } = await source.status({ networkId, transactionId, signal })
    if (status === 'unknown') throw contradiction(transactionId)
    return status === 'pending' ? [transactionId] : []
  })
  return (await Promise.all(found)).flat()
}

const contradiction = (transactionId: string): BaseError =>
  sendError('SOURCE_ANSWER_INVALID', `It spends ${transactionId}, which nobody knows.`)
