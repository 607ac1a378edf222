import { BaseError } from '../../errors/base.js'
import { untilAborted } from '../../platform/untilAborted.js'
import { exampleAddresses } from './exampleAddress.js'

export interface ExampleTransaction {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** Milliseconds since the epoch. */
  readonly minedAt: number
}

export type ExampleDecision = 'confirmed' | 'failed'

/** A chain in memory with its node. */
export interface ExampleChain {
  readonly fee: bigint
  /** Returns the coin that an address has, whatever the node says. */
  balanceOf(address: string): bigint
  /** Asks the node. @throws BaseError `NODE_FAILED` */
  read<T>(question: (chain: ExampleLedger) => T, signal?: AbortSignal): Promise<T>
  /** Takes a transaction from a wallet. */
  submit(transaction: Omit<ExampleTransaction, 'id' | 'minedAt'>): string
  /** Has the chain take a transaction, or refuse it. */
  decide(id: string, decision: ExampleDecision): void
  /** The decision about a transaction, once the chain has made it. */
  decided(id: string, signal?: AbortSignal): Promise<ExampleDecision>
  /** From now on the node doesn't answer, or fails. */
  breakNode(how: 'hangs' | 'fails'): void
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
  let broken: 'hangs' | 'fails' | undefined
  let count = 0
  const fee = 10n

  const answer = async <T>(question: (chain: ExampleLedger) => T): Promise<T> => {
    await Promise.resolve()
    if (broken === 'hangs') return new Promise<never>(() => {})
    if (broken === 'fails') throw new BaseError('The example’s node failed.', { code: 'NODE_FAILED' })
    return question(ledger)
  }

  return {
    fee,
    balanceOf: (address) => ledger.balances.get(address) ?? 0n,
    read: (question, signal) => untilAborted(signal, () => answer(question)),
    submit(transaction) {
      count += 1
      const id = `new-${count}`
      transactions.unshift({ ...transaction, id, minedAt: 1_700_000_001_000 + count })
      return id
    },
    decide(id, decision) {
      if (!decisions.has(id)) {
        decisions.set(id, decision)
        const taken = transactions.find((one) => one.id === id)
        if (taken && decision === 'confirmed') move(ledger.balances, taken, fee)
      }
      waiting.decide(id, decision)
    },
    decided: waiting.decided,
    breakNode(how) {
      broken = how
    },
  }
}

function move(balances: Map<string, bigint>, { from, to, amount }: ExampleTransaction, fee: bigint): void {
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
