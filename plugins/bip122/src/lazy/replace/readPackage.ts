import { encodeHex } from '@latchkey/kernel/chain'
import type { BaseError, PendingRequest } from '@latchkey/kernel/plugin'
import type { BitcoinNetwork } from '../../networks.js'
import type { Utxo, UtxoSourceService } from '../../utxoSource.js'
import { isSame } from '../psbtInputs.js'
import { readTransaction } from '../readTransaction.js'
import { addressOf, type Transaction } from '../sdk.js'
import type { PayingAccount } from '../send/payingAccount.js'
import { type PaymentOutput, sumOfOutputs } from '../send/paymentOutput.js'
import { sendError } from '../send/sendErrors.js'
import { checkWitness } from './checkWitness.js'
import { replacementUnsupported, requirePending } from './readPending.js'

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
  const reader = createReader(source, network, id, signal)
  await requirePending(source, network, transactionId, signal)
  const transaction = await reader.read(transactionId)
  const outputs = outputsOf(transaction)
  const own = outputs.flatMap(({ script, amount: value }, output) =>
    isSame(script, account.script) ? [{ transactionId, output, value, confirmed: false }] : [],
  )
  if (own.length === 0) return undefined
  const waiting = new Map<string, WaitingTransaction>()
  const left = [transactionId]
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    if (waiting.has(next)) continue
    if (waiting.size >= mostWaiting) throw replacementUnsupported(id)
    const member = await reader.read(next)
    waiting.set(next, measure(member, await reader.spentBy(member), id))
    left.push(...(await reader.waitingBefore(member)))
  }
  const spent = await reader.spentBy(transaction)
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

/** Reads each transaction and each state once. */
function createReader(
  source: UtxoSourceService,
  { id: networkId }: BitcoinNetwork,
  id: string,
  signal: AbortSignal | undefined,
) {
  const transactions = new Map<string, Promise<Transaction>>()
  const read = async (transactionId: string): Promise<Transaction> => {
    const known = transactions.get(transactionId)
    if (known) return known
    if (transactions.size >= mostLookedUp) throw replacementUnsupported(id)
    const reading = readTransaction(source, networkId, transactionId, signal)
    transactions.set(transactionId, reading)
    return reading
  }
  const before = ({ ins }: Transaction) => ins.map(({ hash }) => encodeHex(Uint8Array.from(hash).reverse()))
  return {
    read,
    async spentBy(transaction: Transaction): Promise<readonly PaymentOutput[]> {
      return Promise.all(
        before(transaction).map(async (transactionId, place) => {
          const index = transaction.ins[place]?.index ?? -1
          const output = (await read(transactionId)).outs[index]
          if (!output) throw sendError('SOURCE_ANSWER_INVALID', `No output ${index} in ${transactionId}.`)
          return { script: output.script, amount: output.value }
        }),
      )
    },
    async waitingBefore(transaction: Transaction): Promise<readonly string[]> {
      const found = [...new Set(before(transaction))].map(async (transactionId) => {
        const { status } = await source.status({ networkId, transactionId, signal })
        if (status === 'unknown') throw contradiction(transactionId)
        return status === 'pending' ? [transactionId] : []
      })
      return (await Promise.all(found)).flat()
    },
  }
}

const contradiction = (transactionId: string): BaseError =>
  sendError('SOURCE_ANSWER_INVALID', `It spends ${transactionId}, which nobody knows.`)
