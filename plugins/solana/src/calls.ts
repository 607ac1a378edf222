import { callsKey } from '@latchkey/kernel/plugin'

/** An account that an instruction reads or writes. */
export interface SolanaCallAccount {
  readonly address: string
  /** Only the account that makes the calls can sign. Default false. */
  readonly isSigner?: boolean
  /** Default false. */
  readonly isWritable?: boolean
}

/** One instruction. */
export interface SolanaCall {
  readonly programId: string
  /** In the order the program wants them. */
  readonly accounts: readonly SolanaCallAccount[]
  readonly data: Uint8Array
}

/**
 * Key of the calls of Solana wallets: all of them are one transaction, so they all happen or none does.
 *
 * @example
 * const calls = wallet.use(SolanaCalls)
 * const prepared = await calls?.prepare({ calls: [{ programId, accounts, data }] })
 */
export const SolanaCalls = callsKey<SolanaCall>('solana')
