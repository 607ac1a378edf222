import type { ReadBill } from '../bill/readBill.js'
import type { PaymentRefusal } from './Refusal.js'

/** A transfer of the bill's asset to its receiver, as the chain has it. */
export interface FoundTransfer {
  /** Names the transfer among all of the network: the transaction's id, and its place in it where there can be several. */
  readonly key: string
  /** In the smallest unit. */
  readonly units: bigint
  /** Accounts that the money was taken from, in the network's own form. Not those that only sent the transaction or its fee. */
  readonly payers: readonly string[]
  /** Nobody can tell which of the payers it was: none is taken for the bill's. */
  readonly isUnclear?: boolean
  /** What a refusal for its payer adds, where the chain can't tell every payer. */
  readonly hint?: string
}

/** A transaction that the chain has confirmed. */
export interface FoundTransaction {
  readonly ok: true
  /** As the network writes it. */
  readonly transaction: string
  /** Of its block, in milliseconds since the epoch. */
  readonly time: number
  /** Names the block that holds it, as `hasLost` reads it: kept with the payment, so that it is found and judged there later. */
  readonly block?: string
  /** Those of the bill's asset to the bill's receiver. */
  readonly transfers: readonly FoundTransfer[]
  /** Whether the receiver got another asset, or another account this one: for the sentence of the refusal. */
  readonly instead?: 'asset' | 'receiver'
}

/** One network whose payments can be checked. */
export interface PaymentChain {
  /** Whether it reads this network: CAIP-2. */
  supports(networkId: string): boolean
  /** Seconds by which the times of its blocks may be wrong, beyond the verifier's own `clockSkew`. Default 0. */
  readonly clockSkew?: number
  /** Whether two addresses are one account. `false` for what is none. */
  isSameAddress(left: string, right: string): boolean
  /**
   * Reads a transaction from the node, without believing anybody else. Refuses by returning; throws when the node
   * can't be asked.
   */
  find(
    bill: ReadBill,
    transaction: string,
    /** Where this bill's payment was found before. A chain without an index of transactions looks there first. */
    block?: string,
  ): Promise<FoundTransaction | PaymentRefusal>
  /**
   * Whether the chain took back a block that `find` named: proof that what was in it is gone. `false` while that isn't sure: a
   * node that forgot the block, or never had it. Without this, no payment is ever replaced.
   */
  hasLost?(block: string): Promise<boolean>
}
