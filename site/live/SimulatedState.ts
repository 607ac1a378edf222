import type { Address, Hex } from 'viem'

/** A token of the simulated chain. */
export interface SimulatedToken {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** Coins, tokens and numbers of transactions at one block. */
export interface SimulatedState {
  readonly coins: ReadonlyMap<string, bigint>
  /** Amounts by `token:account`. */
  readonly tokens: ReadonlyMap<string, bigint>
  readonly nonces: ReadonlyMap<string, number>
}

/** A call as it changes the state. */
export interface SimulatedCall {
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

export interface SimulatedLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

export interface CallResult {
  readonly state: SimulatedState
  readonly isSuccess: boolean
  readonly returned: Hex
  readonly logs: readonly SimulatedLog[]
}

export const holdingKey = (token: string, account: string): string =>
  `${token.toLowerCase()}:${account.toLowerCase()}`
