import type { Connection } from '../contracts/points/connector.js'
import { connectionNotFound } from '../errors/connectionNotFound.js'

interface GuardedPlace {
  readonly connectionId: string
  readonly namespace: string
  /** The connection of that id, while the wallet is connected. */
  live(): Connection | undefined
}

/** Listening asks a wallet for nothing, and an SDK takes its listeners off after the end. */
const listening =
  /^(?:on|once|off|emit|then|catch|finally|(?:un)?subscribe|listeners|listenerCount|(?:add|remove|removeAll)(?:Event)?Listeners?)$/

/**
 * By connection and namespace, so that one object is handed out for one provider, and a later connection hands out another. One
 * object may serve two namespaces, of which the wallet may leave one.
 */
const guards = new WeakMap<Connection, Map<string, WeakMap<object, object>>>()

/**
 * Makes what is handed out for a wallet's own provider: the provider itself, all of whose functions reject with
 * `CONNECTION_NOT_FOUND` once the wallet has left; `isConnected` answers false. What SDKs make of it keeps it for as long as they live.
 */
export function guardProvider(value: unknown, place: GuardedPlace): unknown {
  const connection = place.live()
  if (!connection || !isGuarded(value)) return value
  const places = guards.get(connection) ?? new Map<string, WeakMap<object, object>>()
  guards.set(connection, places)
  const known = places.get(place.namespace) ?? new WeakMap<object, object>()
  places.set(place.namespace, known)
  const hasLeft = () =>
    place.live() !== connection || connection.provider(place.namespace) === undefined
      ? connectionNotFound(place.connectionId)
      : undefined
  return guard(value, { known, hasLeft })
}

interface Guarding {
  readonly known: WeakMap<object, object>
  hasLeft(): Error | undefined
}

function guard(real: object, guarding: Guarding): object {
  const known = guarding.known.get(real)
  if (known) return known
  const made = createGuard(real, guarding)
  guarding.known.set(real, made)
  return made
}

function createGuard(real: object, guarding: Guarding): object {
  const functions = new Map<PropertyKey, GuardedFunction>()

  function read(key: PropertyKey): unknown {
    const member: unknown = Reflect.get(real, key)
    if (typeof member !== 'function') return isGuarded(member) ? guard(member, guarding) : member
    // What a class says of itself and what every object has, not what the wallet is asked.
    if (key === 'constructor' || Reflect.get(Object.prototype, key) === member) return member
    const known = functions.get(key)
    if (known?.member === member) return known.guarded
    const guarded = guardFunction(member as AnyFunction, real, key, guarding)
    functions.set(key, { member, guarded })
    return guarded
  }

  // A target of its own: a frozen one could not show other members than it has.
  const made: object = new Proxy(Object.create(Reflect.getPrototypeOf(real)), {
    get: (_, key) => read(key),
    has: (_, key) => Reflect.has(real, key),
    // What an SDK makes with this as its prototype keeps what is set on it to itself.
    set: (_, key, value, receiver) => Reflect.set(real, key, value, receiver === made ? real : receiver),
    defineProperty: (_, key, descriptor) => Reflect.defineProperty(real, key, descriptor),
    deleteProperty: (_, key) => Reflect.deleteProperty(real, key),
    ownKeys: () => Reflect.ownKeys(real),
    getOwnPropertyDescriptor(_, key) {
      const descriptor = Reflect.getOwnPropertyDescriptor(real, key)
      if (!descriptor) return undefined
      return {
        value: read(key),
        writable: true,
        configurable: true,
        enumerable: descriptor.enumerable === true,
      }
    },
  })
  return made
}

type AnyFunction = (...parameters: readonly unknown[]) => unknown

interface GuardedFunction {
  readonly member: unknown
  readonly guarded: unknown
}

function guardFunction(member: AnyFunction, real: object, key: PropertyKey, guarding: Guarding): unknown {
  const isListening = typeof key === 'string' && listening.test(key)
  return new Proxy(member, {
    // On the wallet's own object: it may look for what is its own.
    apply(_, __, parameters) {
      const error = isListening ? undefined : attempt(guarding.hasLeft)
      // The one answer of EIP-1193 providers that callers don't wait for.
      if (error) return key === 'isConnected' ? false : Promise.reject(error)
      const result: unknown = Reflect.apply(member, real, parameters)
      return result === real ? guard(real, guarding) : result
    },
  })
}

/** A connection that can't say whether it has the provider doesn't have it. */
function attempt(hasLeft: () => Error | undefined): unknown {
  try {
    return hasLeft()
  } catch (error) {
    return error
  }
}

/** Lists, bytes and promises are answers, which a library reads by what they are made of. */
function isGuarded(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return !(Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof Promise)
}
