import type { ProviderKey } from './providerKey.js'
import type { AnyToken, Token } from './token.js'
import { unchecked } from './unchecked.js'

/**
 * What a namespace can do, keyed by the token of the capability's contract. A feature asks the namespace for the
 * capability and never for the namespace's name, so that a third party's chain gains the feature by one entry.
 */
export interface Capability {
  readonly token: AnyToken
  readonly value: unknown
  /** What the wallet's provider must be for the capability to work with it. */
  // biome-ignore lint/suspicious/noExplicitAny: keys are invariant, and any type of provider is meant.
  readonly provider?: ProviderKey<any>
}

type WithProvider<F, P> = F extends (request: infer R, ...rest: infer A) => infer X
  ? R extends { readonly provider: unknown }
    ? (request: Omit<R, 'provider'> & { readonly provider: P }, ...rest: A) => X
    : F
  : F

/** A capability's contract for one kind of provider: what its author implements. */
export type CapabilityOf<T, P> = { readonly [K in keyof T]: WithProvider<T[K], P> }

/**
 * Pairs a capability's token with its implementation, checked against the token's type. The token's id ends with the
 * major version of the contract (`latchkey.capability.send/1`): a breaking contract is a second token beside the first,
 * and a namespace may offer both.
 */
export function capability<T>(token: Token<T>, value: NoInfer<T>): Capability
/**
 * The same for a capability that asks the wallet. Its functions get a provider of the key's type: `Wallets` checks the
 * wallet's own by the key before any of them is called.
 *
 * @example
 * capability(SignMessage, CosmosProvider, { sign: ({ provider }) => provider.signArbitrary(…) })
 */
export function capability<T, P>(
  token: Token<T>,
  provider: ProviderKey<P>,
  value: NoInfer<CapabilityOf<T, P>>,
): Capability
export function capability(token: AnyToken, ...rest: readonly unknown[]): Capability {
  const value = withChecks(token, rest.at(-1))
  return rest.length === 1 ? { token, value } : { token, value, provider: rest[0] as ProviderKey<unknown> }
}

type Functions = Readonly<Record<string, ((...given: readonly unknown[]) => unknown) | undefined>>

/** @throws TypeError when a function of the capability is missing. */
function withChecks({ id, checked }: AnyToken, value: unknown): unknown {
  if (!checked) return value
  const functions: PropertyDescriptorMap = { [unchecked]: { value } }
  for (const stated of checked.asks) {
    const name = stated.replace('?', '')
    const member = (value as Functions | undefined)?.[name]
    if (value && member === undefined && name !== stated) continue
    if (typeof member !== 'function') throw new TypeError(`"${id}" needs \`${name}\`: a function.`)
    const ask = async (given: readonly unknown[]) => member.apply(value, [...given])
    const answer = async (...given: readonly unknown[]) => {
      const [[outcome], { checkAnswer }] = await Promise.all([
        Promise.allSettled([ask(given)]),
        checked.load(),
      ])
      return checkAnswer(outcome, { id, name, given, value })
    }
    functions[name] = { enumerable: true, value: answer }
  }
  // Other members of the plugin stay, also on a prototype. A value that is no object is refused where it's contributed.
  return Object(value) === value ? Object.create(value as object, functions) : value
}

/** Finds a capability in a list, typed by its token. Features ask `Wallets` instead. */
export function findCapability<T>(capabilities: readonly Capability[], token: Token<T>): T | undefined {
  return capabilities.find((entry) => entry.token.symbol === token.symbol)?.value as T | undefined
}
