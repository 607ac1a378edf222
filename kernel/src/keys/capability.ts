import type { AnyToken, Token } from './token.js'

/**
 * What a namespace can do, keyed by the token of the capability's contract. A feature asks the namespace for the
 * capability and never for the namespace's name, so that a third party's chain gains the feature by one entry.
 */
export interface Capability {
  readonly token: AnyToken
  readonly value: unknown
}

/** Every capability contract carries its version, so that a feature can refuse one it does not know. */
export interface Versioned {
  /** Major of the contract, 1 for the first. */
  readonly version: 1
}

/** Pairs a capability's token with its implementation, checked against the token's type. */
export function capability<T extends Versioned>(token: Token<T>, value: NoInfer<T>): Capability {
  return { token, value }
}

/** Finds a capability in a list, typed by its token. */
export function findCapability<T>(capabilities: readonly Capability[], token: Token<T>): T | undefined {
  return capabilities.find((entry) => entry.token.symbol === token.symbol)?.value as T | undefined
}
