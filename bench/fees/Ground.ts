import type { Amount, PreparedCalls, PreparedSend } from '@latchkey/kernel/contracts'

/** One generated send. */
export interface Round {
  readonly index: number
  readonly isToken: boolean
  readonly isEverything: boolean
  /** Whether nobody has used the receiver's address before. */
  readonly isNewReceiver: boolean
  /** Of the most that is sent, in thousandths. */
  readonly share: bigint
}

/** An account that is about to send, on a local chain. */
export interface Sending {
  maximum(): Promise<Amount>
  prepare(amount: bigint, isEverything: boolean): Promise<PreparedSend | PreparedCalls>
  /** The least that is sent, in the smallest unit. */
  readonly least: bigint
  /** The most that is sent where it isn't everything, so that the account lasts. Default: what can be sent. */
  readonly ceiling?: bigint
  /** Coin of the account, wherever the chain keeps it: its balance, and what it has paid ahead. */
  held(): Promise<bigint>
  /** Coin in the account's balance. */
  balance(): Promise<bigint>
  /** Coin of the receiver. */
  received(): Promise<bigint>
  /** The most coin that may stay in the account beside the fee that wasn't needed, once everything is sent. Default 0. */
  readonly stays?: bigint
  /** Has the chain take what was handed to it. */
  settle?(): Promise<unknown>
  /** Gives the account this much coin and no more. Absent where a chain can't be told. */
  setBalance?(value: bigint): Promise<unknown>
}

/** A kind of account. */
export interface Ground {
  readonly hasTokens: boolean
  /** What an account can send all of and go on. Default both; everything is sent last where it's neither. */
  readonly canEmpty?: 'coin' | 'neither'
  begin(round: Round): Promise<Sending>
  stop(): Promise<unknown>
}
