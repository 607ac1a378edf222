/** A question to a capability, for the check of its answer. */
export interface CapabilityAnswer {
  /** Of the capability's token. */
  readonly id: string
  /** Of its function. */
  readonly name: string
  /** Arguments of the question. */
  readonly given: readonly unknown[]
  /** The capability as the plugin registered it. */
  readonly value: unknown
}

/** Names the functions of a capability whose answers are checked. */
export interface CheckedFunctions {
  /** Names of those that return a promise; `name?` where a chain may lack it. */
  readonly asks: readonly string[]
  /** Loads the check. It returns what everybody gets, or throws one of our errors. */
  load(): Promise<{
    checkAnswer(outcome: PromiseSettledResult<unknown>, asked: CapabilityAnswer): unknown
  }>
  /**
   * Functions that return at once, because code that draws can't wait for them (`name?` where a chain may lack it). The value stands in
   * for the answer of one that throws or returns an object; the kernel then names the plugin in its state.
   */
  readonly tells?: Readonly<Record<string, unknown>> | undefined
}

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
  /** Set where the kernel checks what the capability's functions return. */
  readonly checked?: CheckedFunctions
  /** Carries `T` for inference only; never set. A string key, so that two copies of this package still agree. */
  readonly '~type'?: (value: T) => T
}

export type TokenType<token> = token extends Token<infer T> ? T : never

/** A token of whatever type: `Token` itself is invariant, so that `Token<unknown>` is not it. */
export type AnyToken = Omit<Token<never>, '~type'>

export type TokenRecord = Readonly<Record<string, AnyToken>>

/**
 * Makes a token. Call it once, at module level, where the service's type is declared.
 *
 * @example
 * export const Prices = token<PriceService>('example.prices')
 */
export function token<T>(id: string, options: Pick<Token<T>, 'package' | 'checked'> = {}): Token<T> {
  return { ...options, id, symbol: Symbol.for(`latchkey.token/${id}`) }
}
