import {
  type Clock,
  type Connection,
  type ConnectRequest,
  type LogService,
  type NamespaceContribution,
  type NetworkId,
  namespaceOf,
  notConnected,
  type RemoteAdapter,
  type StorageService,
  type WalletsService,
} from '@latchkey/kernel/plugin'
import { invalidAnswer, rpcErrorFrom, untilAborted } from '@latchkey/kernel/chain'
import type { SessionTypes, SignClientTypes } from '@walletconnect/types'
import type { OptionalNamespace } from '../namespaces.js'
import { networkNotApproved, requestUnanswered, sessionEnded, walletNotTold } from '../sessionErrors.js'
import {
  keyOf,
  readSessions,
  removeSession,
  type StoredSession,
  storedSessions,
  writeSession,
} from '../storedLink.js'
import { askForNetwork } from './askForNetwork.js'
import { type AskedRequest, askSession, requestExpired } from './askSession.js'
import type { Needs } from './createNeeds.js'
import type { Lookout } from './lookout.js'
import type { WalletConnectClient } from './openClient.js'
import { userDisconnected } from './pairings.js'
import { peerOf } from './peerOf.js'
import { readAccountsEvent, readChainEvent } from './readSessionEvent.js'
import { createRemoteSession } from './remoteSession.js'
import { openRequestLink } from './requestLink.js'
import { isGranted, type SessionView, viewSession } from './sessionState.js'
import { within } from './within.js'

export interface SessionConnectionOptions {
  readonly client: WalletConnectClient
  readonly lookout: Lookout
  readonly needs: Needs
  readonly session: SessionTypes.Struct
  /** What is stored of the session besides its end. */
  readonly stored: Omit<StoredSession, 'expiry'>
  readonly adapters: ReadonlyMap<string, RemoteAdapter | undefined>
  readonly wallets: Pick<WalletsService, 'chain' | 'namespace'>
  readonly request: ConnectRequest
  readonly proposal: Readonly<Record<string, OptionalNamespace>>
  readonly clock: Clock
  readonly log: LogService
  readonly storage: StorageService
  namespaces(): readonly NamespaceContribution[]
}

/** What a provider needs of its session. */
export interface SessionAccess {
  readonly walletName: string
  /** What the wallet said of itself when it settled the session. Not checked. */
  readonly properties: Pick<SessionTypes.Struct, 'sessionProperties' | 'scopedProperties'>
  view(): SessionView
  /** Asks the wallet. @throws BaseError by the wallet's code; `SESSION_ENDED` */
  ask(networkId: NetworkId, method: string, params: unknown): Promise<unknown>
  /** Makes a network current, which the wallet is asked for when its session lacks it. */
  switchNetwork(networkId: NetworkId): Promise<void>
  /** Told after every change, and when the session ends. */
  subscribe(listener: (ended: boolean) => void): () => void
}

/** How long a person waits for the wallet to be told that it is over. Milliseconds. */
const farewellTime = 5_000

/**
 * The session as the kernel sees it: one connection over every namespace the wallet approved.
 *
 * @throws WalletConnectError `SESSION_ENDED` when the wallet has ended it already.
 */
export function createSessionConnection(options: SessionConnectionOptions): Connection {
  const { client, lookout, needs, request, adapters, clock, log, storage } = options
  const { topic } = options.session
  if (!client.session.keys.includes(topic)) throw sessionEnded()
  // The wallet may have changed it since it was settled: code was loaded in between.
  const session = client.session.get(topic)
  const over = new AbortController()
  const wished = new Map<string, NetworkId>()
  const first = new Map<string, string>()
  const listeners = new Set<(ended: boolean) => void>()
  const providers = new Map<string, unknown>()
  let granted: unknown = session.namespaces
  let disconnecting: Promise<void> | undefined

  const read = (settled: unknown, current: SessionView['networks']) =>
    viewSession({
      granted: settled,
      current,
      wished,
      first,
      preferred: request.networkIds,
      namespaces: options.namespaces(),
      wallets: options.wallets,
      kindOf: (namespace, address) => adapters.get(namespace)?.kindOf?.(address) ?? 'eoa',
    })
  let view = read(granted, {})
  if (view.accounts.length === 0) {
    throw invalidAnswer('The wallet', 'wc_sessionSettle', 'no account on the networks of this app')
  }
  const peer = peerOf(session.peer.metadata)
  const stored = () => readSessions(storage).some((entry) => entry.topic === topic)
  writeSession(storage, { ...options.stored, expiry: session.expiry })
  const done = needs.take()

  const tell = (ended: boolean) => {
    for (const listener of [...listeners]) listener(ended)
  }

  function refresh(settled = granted): void {
    view = read(settled, view.networks)
    granted = settled
    for (const [namespace, networkId] of Object.entries(view.networks)) {
      if (wished.get(namespace) === networkId) wished.delete(namespace)
    }
    if (view.accounts.length === 0) return end('The wallet shares no account any more.')
    const { accounts, networks, approvedNetworks } = view
    request.onChange({ accounts, networks, approvedNetworks })
    tell(false)
  }

  function end(reason?: string): void {
    if (over.signal.aborted) return
    release()
    removeSession(storage, topic)
    done()
    request.onChange({ ended: reason === undefined ? {} : { reason } })
  }

  function release(): void {
    if (over.signal.aborted) return
    over.abort(sessionEnded())
    stopListening()
    stopWatchingTabs()
    tell(true)
    listeners.clear()
  }

  const stopListening = listen(client, log, topic, {
    session_update: ({ params }) => refresh(params.namespaces),
    session_event: ({ params }) => {
      const { event, chainId } = params
      if (!event) return
      if (event.name === 'chainChanged') {
        const networkId = readChainEvent(event.data, chainId)
        if (networkId) wished.set(namespaceOf(networkId), networkId)
      } else if (event.name === 'accountsChanged' || event.name === 'bip122_addressesChanged') {
        const account = readAccountsEvent(event.data, chainId)
        if (account) first.set(account.namespace, account.address)
      } else return
      refresh()
    },
    session_extend: () => {
      const { expiry } = client.session.get(topic)
      if (stored()) writeSession(storage, { ...options.stored, expiry })
    },
    session_delete: () => end(),
    session_expire: () => end('The connection has run out.'),
  })

  // Tabs share the session: one that ends or replaces it is the only one whose client knows.
  const stopWatchingTabs = storage.watch(storedSessions, () => {
    if (!stored()) end('The connection was ended in another tab.')
  })

  const onSent = (requestId: number) => openRequestLink({ requestId, topic, links: options.stored.link, log })

  const access: SessionAccess = {
    walletName: peer.name,
    properties: session,
    view: () => view,
    async ask(networkId, method, params) {
      if (disconnecting) throw notConnected()
      over.signal.throwIfAborted()
      const chainId = view.writtenIds.get(networkId) ?? networkId
      if (!isGranted(view, networkId)) throw networkNotApproved(networkId)
      const asked: AskedRequest = { method, params }
      const answer = askSession({
        client,
        clock,
        topic,
        chainId,
        request: asked,
        signal: over.signal,
        onSent,
      })
      const stopWatching = lookout.watch()
      try {
        return await untilAborted(over.signal, answer)
      } catch (error) {
        const known = rpcErrorFrom(error)
        if (known.rpcCode === requestExpired.code) throw requestUnanswered()
        throw known.rpcCode === userDisconnected.code ? sessionEnded() : known
      } finally {
        stopWatching()
      }
    },
    async switchNetwork(networkId) {
      const id = namespaceOf(networkId)
      if (!isGranted(view, networkId)) {
        const stopWatching = lookout.watch()
        try {
          await askForNetwork({
            networkId,
            session: access,
            wallets: options.wallets,
            clock,
            signal: over.signal,
          })
        } finally {
          stopWatching()
        }
      }
      wished.set(id, networkId)
      if (view.networks[id] !== networkId) refresh()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }

  async function farewell(): Promise<void> {
    removeSession(storage, topic)
    const told = client.disconnect({ topic, reason: userDisconnected })
    await within(told, clock, farewellTime, () => walletNotTold())
  }

  function createProvider(namespace: string): unknown {
    if (!view.approved.namespaces[namespace]) return undefined
    const networks = options.wallets.namespace(namespace)?.networks ?? []
    const rpcUrls = options.proposal[namespace]?.rpcMap ?? {}
    const remote = createRemoteSession(access, { namespace, networks, rpcUrls })
    if (adapters.has(namespace)) return adapters.get(namespace)?.createProvider(remote)
    // For chains without an adapter: methods as WalletConnect names them.
    return { request: remote.request }
  }

  return {
    key: keyOf(options.stored),
    wallet: peer,
    method: options.stored.link ? 'mobile' : 'qrcode',
    accounts: view.accounts,
    get networks() {
      return view.networks
    },
    get approvedNetworks() {
      return view.approvedNetworks
    },
    provider(namespace) {
      if (!providers.has(namespace)) providers.set(namespace, createProvider(namespace))
      return providers.get(namespace)
    },
    switchNetwork: access.switchNetwork,
    disconnect() {
      const isAlive = client.session.keys.includes(topic)
      release()
      if (disconnecting) return disconnecting
      // The kernel has released the connection by now.
      const told = needs.take()
      done()
      disconnecting = (isAlive ? farewell() : Promise.resolve()).finally(told)
      return disconnecting
    },
    release() {
      release()
      done()
    },
  }
}

interface Heard {
  readonly topic: string
  readonly params: {
    readonly namespaces?: unknown
    readonly event?: { readonly name: unknown; readonly data: unknown }
    readonly chainId?: unknown
  }
}

/** Hears events of one session only; what a wallet sends must not throw into the client library. */
function listen(
  client: WalletConnectClient,
  log: LogService,
  topic: string,
  handlers: Readonly<Partial<Record<SignClientTypes.Event, (event: Heard) => void>>>,
): () => void {
  const names = Object.keys(handlers) as SignClientTypes.Event[]
  const stops = names.map((name) => {
    const heard = (given: unknown) => {
      const event = given as Heard
      if (event.topic !== topic) return
      try {
        handlers[name]?.(event)
      } catch (error) {
        log.warn(`What the wallet sent as "${name}" was ignored.`, error)
      }
    }
    client.events.on(name, heard)
    return () => client.events.removeListener(name, heard)
  })
  return () => {
    for (const stop of stops) stop()
  }
}
