import type { Multiplier } from '@latchkey/kernel/chain'
import type { SendNotice } from '@latchkey/kernel/contracts'
import type { PublicKey, TransactionInstruction } from '#web3'
import type { Chain, ChainAccount } from './chain.js'

/** What is to happen, before it is priced. */
export interface Plan {
  readonly instructions: readonly TransactionInstruction[]
  readonly notices: readonly SendNotice[]
  /** The sender's account as it is. */
  readonly sender: ChainAccount | undefined
  /** Lamports that leave the sender beside the fee, as far as the plan knows: a new account's deposit comes later. */
  readonly lamports: bigint
  /** Tokens and where they go; absent for the native coin. */
  readonly token?: {
    readonly destination: string
    readonly before: ChainAccount | undefined
    /** As it is moved. */
    readonly moved: bigint
    /** Turns it into what is shown; absent where both are the same. */
    readonly multiplier: Multiplier | undefined
  }
}

/** What both kinds of plan are made of. */
export interface Parties {
  readonly chain: Chain
  readonly from: PublicKey
  readonly to: PublicKey
  /** As shown: see `shownOf`. */
  readonly amount: bigint
  /** The amount is what is moved, as a bill states it. */
  readonly isMoved?: boolean | undefined
  /** All of the token, in place of `amount`. */
  readonly everything?: boolean | undefined
  /** The amount needn't be held yet. */
  readonly isAhead?: boolean | undefined
}
