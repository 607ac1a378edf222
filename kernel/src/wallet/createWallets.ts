import { plainWords } from '../contracts/words.js'
import { snapshot, subscribe } from 'valtio/vanilla'
import { accountId, type NamespaceId } from '../contracts/caip.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'
import { BaseError } from '../errors/base.js'
import { connectionClientMissing } from '../errors/connection.js'
import { ConnectorError } from '../errors/connector.js'
import { type Capability, findCapability } from '../keys/capability.js'
import type { ProviderKey } from '../keys/providerKey.js'
import type { AnyToken, Token } from '../keys/token.js'
import type { ActiveWallet, Bound, WalletsService, WalletTarget } from './activeWallet.js'
import type { NetworksService } from './networksState.js'
import type { SessionService } from './session/sessionState.js'

export interface WalletsOptions {
  readonly session: SessionService
  readonly networks: NetworksService
  namespaces(): readonly NamespaceContribution[]
  /** Tells of every change in what plugins contribute. */
  subscribe(listener: () => void): () => void
}

type AnyFunction = (...parameters: readonly unknown[]) => unknown

export function createWallets(options: WalletsOptions): WalletsService {
  const { session, networks } = options

  const namespace = (id: string) => {
    const [wanted] = id.split(':')
    return options.namespaces().find((candidate) => candidate.id === wanted)
  }

  function find(target: WalletTarget): ActiveWallet | undefined {
    const contribution = namespace(target.namespace)
    const record = session.state.connections.find(({ id }) => id === target.connectionId)
    const account = record?.accounts.find(
      (candidate) =>
        candidate.namespace === target.namespace &&
        contribution?.isSameAddress(candidate.address, target.address),
    )
    if (!contribution || !record || !account) return undefined
    return createWallet(options, contribution, {
      target: Object.freeze({ ...target }),
      connection: snapshot(record),
      account: snapshot(account),
    })
  }

  /** The same object as long as nothing of it changes, so that whoever renders it can compare. */
  const known = new Map<NamespaceId, ActiveWallet | undefined>()
  function active(id = session.state.activeNamespace): ActiveWallet | undefined {
    if (id === undefined) return undefined
    const next = read(id)
    if (!isSame(known.get(id), next)) known.set(id, next)
    return known.get(id)
  }

  function read(id: NamespaceId): ActiveWallet | undefined {
    const account = session.activeAccount(id)
    const connection = session.activeConnection(id)
    const networkId = networks.active(id)?.id
    if (!account || !connection || networkId === undefined) return undefined
    return find({ namespace: id, connectionId: connection.id, address: account.address, networkId })
  }

  function listen(listener: () => void): () => void {
    const stops = [
      subscribe(session.state, listener),
      subscribe(networks.state, listener),
      options.subscribe(listener),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  return {
    active,
    list: () => options.namespaces().flatMap(({ id }) => active(id) ?? []),
    find,
    namespace,
    subscribe: listen,
    chain: (networkId, token) => findCapability(namespace(networkId)?.capabilities ?? [], token),
    follow(listener, id) {
      let last: ActiveWallet | undefined
      const tell = () => {
        const next = active(id)
        if (next === last) return
        last = next
        listener(next)
      }
      last = active(id)
      listener(last)
      return listen(tell)
    },
  }
}

/** Snapshots of a state that did not change are the same objects, so that comparing them is enough. */
function isSame(left: ActiveWallet | undefined, right: ActiveWallet | undefined): boolean {
  if (!left || !right) return left === right
  return (
    left.accountId === right.accountId &&
    left.account === right.account &&
    left.connection === right.connection &&
    left.network === right.network &&
    left.namespace === right.namespace &&
    left.contribution === right.contribution
  )
}

function createWallet(
  { session, networks }: WalletsOptions,
  contribution: NamespaceContribution,
  facts: Pick<ActiveWallet, 'target' | 'account' | 'connection'>,
): ActiveWallet {
  const { target, account } = facts
  const { connectionId, networkId } = target
  const live = () => session.connection(connectionId)
  const entryOf = (token: AnyToken) =>
    contribution.capabilities.find((entry) => entry.token.symbol === token.symbol)

  function provider<T>(key: ProviderKey<T>): T | undefined {
    const value = key.namespace === contribution.id ? live()?.provider(contribution.id) : undefined
    return value !== undefined && passes(key, value) ? (value as T) : undefined
  }

  function reasonAgainst(entry: Capability | undefined, token: AnyToken): BaseError | undefined {
    if (!entry)
      return refused('CAPABILITY_MISSING', `This isn’t possible on ${plainWords(contribution.label)}.`, token)
    const connection = live()
    if (!connection) return walletGone(connectionId)
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
      if (!connection) throw walletGone(connectionId)
      const own = connection.provider(contribution.id)
      if (own === undefined) throw connectionClientMissing()
      return { account, from: account, networkId, provider: own }
    }) as Bound<T>
  }

  return {
    ...facts,
    namespace: contribution.id,
    contribution,
    accountId: accountId(networkId, account.address),
    networkId,
    network: networks.find(networkId),
    provider,
    use,
    refusal: (token) => reasonAgainst(entryOf(token), token),
  }
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

function walletGone(connectionId: string): ConnectorError {
  return new ConnectorError('This wallet is not connected here any more. Connect it again.', {
    code: 'CONNECTION_NOT_FOUND',
    metaMessages: [`No connection is called "${connectionId}".`],
  })
}
