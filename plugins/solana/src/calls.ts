import { callsKey } from '@latchkey/kernel/contracts'

/** An account that an instruction reads or writes. */
export interface SolanaCallAccount {
  readonly address: string
  /** Only the account that makes the calls can sign. Default false. */
  readonly isSigner?: boolean
  /** Default false. */
  readonly isWritable?: boolean
}

/** One instruction. */
export interface SolanaInstruction {
  readonly programId: string
  /** In the order the program wants them. */
  readonly accounts: readonly SolanaCallAccount[]
  readonly data: Uint8Array
  readonly transaction?: undefined
}

/**
 * A whole transaction that others have signed, such as a market maker's offer. It is the only call: nothing can be added to
 * it. The connected account pays its fee and is the only one whose signature is missing.
 */
export interface SolanaCosignedTransaction {
  /** The wire form, legacy or version 0, without lookup tables. */
  readonly transaction: Uint8Array
  readonly programId?: undefined
}

export type SolanaCall = SolanaInstruction | SolanaCosignedTransaction

/**
 * Key of the calls of Solana wallets: all of them are one transaction, so they all happen or none does.
 *
 * @example
 * const calls = wallet.use(SolanaCalls)
 * const prepared = await calls?.prepare({ calls: [{ programId, accounts, data }] })
 */
export const SolanaCalls = callsKey<SolanaCall>('solana')
