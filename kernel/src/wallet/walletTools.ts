import { plainWords } from '../contracts/words.js'
import type { Connection } from '../contracts/points/connector.js'
import { BaseError } from '../errors/base.js'
import { connectionClientMissing } from '../errors/connection.js'
import { connectionNotFound } from '../errors/connectionNotFound.js'
import type { Capability } from '../keys/capability.js'
import type { ProviderKey } from '../keys/providerKey.js'
import type { AnyToken, Token } from '../keys/token.js'
import type { ActiveWallet, Bound } from './activeWallet.js'
import { guardProvider } from './guardProvider.js'

type AnyFunction = (...parameters: readonly unknown[]) => unknown

interface WalletSource extends Pick<ActiveWallet, 'target' | 'account' | 'contribution'> {
  /** The connection, while the wallet is connected. */
  live(): Connection | undefined
}

/** The one place where a capability meets the provider of a wallet. */
export function createWalletTools({
  target,
  account,
  contribution,
  live,
}: WalletSource): Pick<ActiveWallet, 'provider' | 'use' | 'refusal'> {
  const { connectionId, networkId } = target
  const entryOf = (token: AnyToken) =>
    contribution.capabilities.find((entry) => entry.token.symbol === token.symbol)

  function provider<T>(key: ProviderKey<T>): T | undefined {
    const value = key.namespace === contribution.id ? live()?.provider(contribution.id) : undefined
    return value !== undefined && passes(key, value) ? (value as T) : undefined
  }

  function handOut<T>(key: ProviderKey<T>): T | undefined {
    return guardProvider(provider(key), { connectionId, namespace: contribution.id, live }) as T | undefined
  }

  function reasonAgainst(entry: Capability | undefined, token: AnyToken): BaseError | undefined {
    if (!entry)
      return refused('CAPABILITY_MISSING', `This isn’t possible on ${plainWords(contribution.label)}.`, token)
    const connection = live()
    if (!connection) return connectionNotFound(connectionId)
    if (
      connection.supports?.(token, networkId) === false ||
      (entry.provider && provider(entry.provider) === undefined)
    ) {
      return refused('CAPABILITY_REFUSED', 'This wallet can’t do this. Try another wallet.', token)
    }
    return undefined
  }

  function use<T>(token: Token<T>): Bound<T> | undefined {
    const entry = entryOf(token)
    if (!entry || reasonAgainst(entry, token)) return undefined
    // Asked again at each call: the wallet may have left since.
    return bind(entry.value as object, () => {
      const connection = live()
      if (!connection) throw connectionNotFound(connectionId)
      const own = connection.provider(contribution.id)
      if (own === undefined) throw connectionClientMissing()
      return { account, from: account, networkId, provider: own }
    }) as Bound<T>
  }

  return { provider: handOut, use, refusal: (token) => reasonAgainst(entryOf(token), token) }
}

/** The value, whose functions get the wallet's facts for whatever their request leaves out. */
function bind(value: object, facts: () => object): object {
  const call = (member: AnyFunction, request: unknown, rest: readonly unknown[]) => {
    if (request !== undefined && typeof request !== 'object')
      return Reflect.apply(member, value, [request, ...rest])
    try {
      return Reflect.apply(member, value, [{ ...facts(), ...request }, ...rest])
    } catch (error) {
      return Promise.reject(error)
    }
  }
  // A target of its own: a frozen one could not show other functions than it has.
  return new Proxy(
    {},
    {
      get(_, key) {
        const member = Reflect.get(value, key)
        if (typeof member !== 'function') return member
        return (request: unknown, ...rest: readonly unknown[]) => call(member as AnyFunction, request, rest)
      },
      has: (_, key) => Reflect.has(value, key),
    },
  )
}

function passes<T>(key: ProviderKey<T>, value: unknown): boolean {
  try {
    return key.check?.(value) ?? true
  } catch {
    // A provider that cannot even be looked at is not of this form.
    return false
  }
}

function refused(code: string, sentence: string, { id }: AnyToken): BaseError {
  return new BaseError(sentence, { code, metaMessages: [`Capability: ${id}`] })
}
