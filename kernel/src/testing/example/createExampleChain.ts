import { BaseError } from '../../errors/base.js'
import { untilAborted } from '../../platform/untilAborted.js'
import { exampleAddresses } from './exampleAddress.js'
import { type ExamplePayment, readSignedPayment } from './examplePayment.js'

export interface ExampleTransaction extends ExamplePayment {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly minedAt: number
}

/** `expired`: the time in which the chain takes it has passed. */
export type ExampleDecision = 'confirmed' | 'failed' | 'expired'

/** A chain in memory with its node. */
export interface ExampleChain {
  readonly fee: bigint
  /** The coin that an account must keep. */
  readonly deposit: bigint
  /** Returns the coin that an address has, whatever the node says. */
  balanceOf(address: string): bigint
  /** Asks the node. @throws BaseError `NODE_FAILED` */
  read<T>(question: (chain: ExampleLedger) => T, signal?: AbortSignal): Promise<T>
  /** Hands the node a payment that a wallet signed. @returns its id @throws BaseError `NODE_FAILED`, `TRANSACTION_REFUSED` */
  submit(signed: string): Promise<string>
  /** Has the chain take a transaction, refuse it, or let its time pass. */
  decide(id: string, decision: ExampleDecision): void
  /** The decision about a transaction, once the chain has made it. */
  decided(id: string, signal?: AbortSignal): Promise<ExampleDecision>
  /** From now on the node doesn't answer, or fails. */
  breakNode(how: 'hangs' | 'fails'): void
  /** Has the node refuse the next transaction. */
  refuseNext(): void
}

/** The chain's state. */
export interface ExampleLedger {
  readonly balances: ReadonlyMap<string, bigint>
  readonly transactions: readonly ExampleTransaction[]
  readonly owners: ReadonlyMap<string, string>
  /** Decisions so far, by the transaction's id. */
  readonly decisions: ReadonlyMap<string, ExampleDecision>
}

/** Makes a chain where the example's account holds 1,000 of the coin, made two transactions and owns one collectible. */
export function createExampleChain(): ExampleChain {
  const { own, receiver, collection } = exampleAddresses
  const transactions: ExampleTransaction[] = [2, 1].map((number) => ({
    id: `old-${number}`,
    from: own,
    to: receiver,
    amount: BigInt(number),
    minedAt: 1_700_000_000_000 + number,
  }))
  const decisions = new Map<string, ExampleDecision>()
  const ledger = {
    decisions,
    balances: new Map([[own as string, 1_000n]]),
    transactions,
    owners: new Map([[`${collection} 1`, own as string]]),
  }
  const waiting = createDecisions()
  return {
    fee,
    deposit,
    balanceOf: (address) => ledger.balances.get(address) ?? 0n,
    ...createNode(ledger),
    decide(id, decision) {
      if (!decisions.has(id)) {
        decisions.set(id, decision)
        const taken = transactions.find((one) => one.id === id)
        if (taken && decision === 'confirmed') move(ledger.balances, taken)
      }
      waiting.decide(id, decision)
    },
    decided: waiting.decided,
  }
}

const fee = 10n
const deposit = 50n

/** The node, which answers later, breaks when it's told to, and takes what keeps the rules. */
function createNode(
  ledger: ExampleLedger & { readonly transactions: ExampleTransaction[] },
): Pick<ExampleChain, 'read' | 'submit' | 'breakNode' | 'refuseNext'> {
  let broken: 'hangs' | 'fails' | undefined
  let isRefusing = false
  let count = 0

  const answer = async <T>(question: (chain: ExampleLedger) => T): Promise<T> => {
    await Promise.resolve()
    if (broken === 'hangs') return new Promise<never>(() => {})
    if (broken === 'fails') throw new BaseError('The example’s node failed.', { code: 'NODE_FAILED' })
    return question(ledger)
  }

  function take(signed: string): string {
    const payment = readSignedPayment(signed)
    const left = payment && (ledger.balances.get(payment.from) ?? 0n) - payment.amount - fee
    const isRefused = isRefusing
    isRefusing = false
    if (!payment || left === undefined || left < deposit || isRefused) {
      throw new BaseError('The example’s node refuses the transaction.', { code: 'TRANSACTION_REFUSED' })
    }
    count += 1
    const id = `new-${count}`
    ledger.transactions.unshift({ ...payment, id, minedAt: 1_700_000_001_000 + count })
    return id
  }

  return {
    read: (question, signal) => untilAborted(signal, () => answer(question)),
    submit: (signed) => answer(() => take(signed)),
    breakNode(how) {
      broken = how
    },
    refuseNext() {
      isRefusing = true
    },
  }
}

function move(balances: Map<string, bigint>, { from, to, amount }: ExampleTransaction): void {
  const add = (address: string, more: bigint) => balances.set(address, (balances.get(address) ?? 0n) + more)
  add(from, -amount - fee)
  add(to, amount)
}

function createDecisions(): Pick<ExampleChain, 'decide' | 'decided'> {
  const entries = new Map<
    string,
    { readonly made: Promise<ExampleDecision>; make(decision: ExampleDecision): void }
  >()
  const entryOf = (id: string) => {
    const known = entries.get(id)
    if (known) return known
    let make: (decision: ExampleDecision) => void = () => {}
    const made = new Promise<ExampleDecision>((resolve) => {
      make = resolve
    })
    const entry = { made, make }
    entries.set(id, entry)
    return entry
  }
  return {
    decide: (id, decision) => entryOf(id).make(decision),
    decided: (id, signal) => untilAborted(signal, entryOf(id).made),
  }
}
