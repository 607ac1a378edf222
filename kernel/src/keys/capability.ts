import type { AnyToken, Token } from './token.js'

/**
 * What a namespace can do, keyed by the token of the capability's contract. A feature asks the namespace for the
 * capability and never for the namespace's name, so that a third party's chain gains the feature by one entry.
 */
export interface Capability {
  readonly token: AnyToken
  readonly value: unknown
}

/**
 * Pairs a capability's token with its implementation, checked against the token's type. The token's id ends with the
 * major version of the contract (`latchkey.capability.send/1`): a breaking contract is a second token beside the first,
 * and a namespace may offer both.
 */
export function capability<T>(token: Token<T>, value: NoInfer<T>): Capability {
  return { token, value }
}

/** Finds a capability in a list, typed by its token. */
export function findCapability<T>(capabilities: readonly Capability[], token: Token<T>): T | undefined {
  return capabilities.find((entry) => entry.token.symbol === token.symbol)?.value as T | undefined
}
