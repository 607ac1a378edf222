/**
 * Typed key of a service, and of a namespace capability.
 *
 * The owner exports the token; everyone else imports the value and gets the type with it. Two installed
 * copies of the owner agree, because the symbol comes from the global registry.
 */
export interface Token<T> {
  /** Reverse-domain id, for example `latchkey.session` or `example.prices`. */
  readonly id: string
  readonly symbol: symbol
  /** npm name of the package whose plugin usually provides it; said when nothing does. */
  readonly package?: string
  /**
   * For a capability: makes of what a plugin registered what everybody gets, with its answers checked. Called once, by
   * `capability`.
   */
  readonly admit?: (value: T) => T
  /** Carries `T` for inference only; never set. A string key, so that two copies of this package still agree. */
  readonly '~type'?: (value: T) => T
}

export type TokenType<token> = token extends Token<infer T> ? T : never

/** A token of whatever type: `Token` itself is invariant, so that `Token<unknown>` is not it. */
export type AnyToken = Omit<Token<never>, '~type' | 'admit'>

export type TokenRecord = Readonly<Record<string, AnyToken>>

/**
 * Makes a token. Call it once, at module level, where the service's type is declared.
 *
 * @example
 * export const Prices = token<PriceService>('example.prices')
 */
export function token<T>(id: string, options: Pick<Token<T>, 'package' | 'admit'> = {}): Token<T> {
  return { ...options, id, symbol: Symbol.for(`latchkey.token/${id}`) }
}
