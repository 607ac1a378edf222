import type {
  AppMetadata,
  Clock,
  Connection,
  ConnectRequest,
  ConnectSignIn,
  ConnectSignInRequest,
  LogService,
  NamespaceContribution,
  NetworkId,
  SignInOnConnectService,
  StorageService,
  WalletsService,
} from '@latchkey/kernel/plugin'
import { readField, untilAborted } from '@latchkey/kernel/chain'
import type { SessionTypes } from '@walletconnect/types'
import { buildOptionalNamespaces, type NamespaceProposal, type OptionalNamespace } from '../namespaces.js'
import { pairingGuard, pairingSecondsLeft } from '../pairingTime.js'
import type { PairingStatusControl } from '../pairingStatus.js'
import type { WalletConnectOptions } from '../readOptions.js'
import { proposalEmpty, relayUnreachable } from '../sessionErrors.js'
import { keyOf, readSessions, removeSession, storedLink, type StoredSession } from '../storedLink.js'
import { loadAdapters } from './loadAdapters.js'
import { type Opened, openLink } from './openLink.js'
import { type Pairing, type Settled, userDisconnected } from './pairings.js'
import { peerOf } from './peerOf.js'
import { purge } from './purge.js'
import { refusalFrom } from './refusalFrom.js'
import { createSessionConnection } from './sessionConnection.js'
import { within } from './within.js'

export interface LinkerOptions {
  readonly options: WalletConnectOptions
  metadata(): AppMetadata
  namespaces(): readonly NamespaceContribution[]
  /** What is asked of each namespace that can be used. */
  proposals(): ReadonlyMap<string, NamespaceProposal>
  readonly status: PairingStatusControl
  readonly clock: Clock
  readonly wallets: Pick<WalletsService, 'chain' | 'namespace'>
  readonly log: LogService
  readonly storage: StorageService
  /** Of the sign-in plugin, where there is one. */
  readonly signIn: SignInOnConnectService | undefined
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
}

/** The part of the connector that is loaded on first use. */
export interface Linker {
  connect(request: ConnectRequest): Promise<Connection>
  restore(request: ConnectRequest, stored: StoredSession): Promise<Connection | undefined>
}

/** A session with the client that has it. */
interface Obtained extends Settled {
  readonly ready: Opened
}

/** How long the relay may be silent before the person is told. Milliseconds. */
const relayPatience = 7_000
const second = 1_000

/** The client of the kernel, and every session made with it. */
export function createLinker(linkerOptions: LinkerOptions): Linker {
  const { options, status, clock, log, storage } = linkerOptions
  let opened: Promise<Opened> | undefined
  /** Attempts that show a code, told when another tab connected meanwhile. */
  const waiting = new Set<(joined: Obtained) => void>()

  function client(): Promise<Opened> {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  const open = () => openLink({ ...linkerOptions, metadata: linkerOptions.metadata() })

  /**
   * The session with the client that has it. A client reads its store once: for what another tab stored since, a new one
   * takes its place, and the old one goes on for its own connections until they end.
   */
  async function obtain(topic: string, signal: AbortSignal): Promise<Obtained | undefined> {
    const isFresh = opened === undefined
    const ready = await untilAborted(signal, client())
    const session = sessionOf(ready, topic)
    if (session) return { session, cacaos: [], ready }
    if (isFresh) return undefined
    const next = await open()
    const stored = sessionOf(next, topic)
    if (!stored) {
      next.close()
      return undefined
    }
    const obtained = { session: stored, cacaos: [], ready: next }
    opened = Promise.resolve(next)
    for (const join of [...waiting]) join(obtained)
    ready.retire()
    return obtained
  }

  function proposalFor({ namespaces, networkIds }: ConnectRequest): Record<string, OptionalNamespace> {
    const known = linkerOptions.namespaces().flatMap(({ networks }) => networks)
    const proposals = linkerOptions.proposals()
    const asked = networkIds.length > 0 ? networkIds : known.map(({ id }) => id)
    const networks = asked.flatMap((id) => {
      const network = known.find((candidate) => candidate.id === id)
      if (!network || !namespaces.includes(network.namespace) || !proposals.has(network.namespace)) return []
      const [rpcUrl] = network.rpcUrls.filter((url) => /^https?:/.test(url))
      return [{ id, ...(rpcUrl ? { rpcUrl } : {}) }]
    })
    const proposal = buildOptionalNamespaces({
      networks,
      proposals: Object.fromEntries(proposals),
      ...(options.namespaces ? { overrides: options.namespaces } : {}),
    })
    if (Object.keys(proposal).length === 0) throw proposalEmpty()
    return proposal
  }

  async function attach(
    { client: held, lookout, needs }: Opened,
    session: SessionTypes.Struct,
    request: ConnectRequest,
    stored: Omit<StoredSession, 'expiry'>,
  ): Promise<Connection> {
    const proposal = proposalFor(request)
    const { wallets, log: told } = linkerOptions
    const adapters = await loadAdapters(Object.keys(proposal), wallets, told)
    return createSessionConnection({
      ...linkerOptions,
      client: held,
      lookout,
      needs,
      session,
      request,
      stored,
      adapters,
      proposal,
    })
  }

  /**
   * What is stored of a session that was just settled. The same wallet with the same accounts takes the place of its
   * earlier connection; its earlier session is ended.
   */
  function storedFor(session: SessionTypes.Struct, { client: held }: Opened): Omit<StoredSession, 'expiry'> {
    const { topic } = session
    const known = readSessions(storage)
    const own = known.find((entry) => entry.topic === topic)
    if (own) return own
    const earlier = known.find((entry) => {
      const other = held.session.getAll().find((candidate) => candidate.topic === entry.topic)
      return other !== undefined && isSameWallet(other, session)
    })
    if (earlier) removeSession(storage, earlier.topic)
    const link = storage.read(storedLink)
    storage.remove(storedLink)
    return { topic, ...(earlier ? { id: keyOf(earlier) } : {}), ...(link ? { link } : {}) }
  }

  async function pair(ready: Opened, request: ConnectRequest): Promise<Connection> {
    const proposal = proposalFor(request)
    const step = await prepareSignIn(proposal, request.signal)
    try {
      const obtained = await settleOrJoin(ready, request, proposal, step?.request)
      const { session, cacaos } = obtained
      const connection = await use(obtained.ready, session, request)
      if (step && cacaos.length > 0) await signInOrEnd(step, cacaos, connection)
      return connection
    } finally {
      step?.abandon()
    }
  }

  /** Signing in with the approval of the connection, where the app signs in and everything proposed is EVM. */
  async function prepareSignIn(
    proposal: Readonly<Record<string, OptionalNamespace>>,
    signal: AbortSignal,
  ): Promise<ConnectSignIn | undefined> {
    if (options.signInOnConnect === false) return undefined
    const networkIds = Object.values(proposal).flatMap(({ chains }) => chains as NetworkId[])
    const step = await linkerOptions.signIn?.prepare({ networkIds, signal })
    // The library's way has no place for a request id.
    if (step?.request.requestId === undefined) return step
    step.abandon()
    return undefined
  }

  /** A connection without the sign-in that was approved with it would be asked to sign in again. */
  async function signInOrEnd(
    step: ConnectSignIn,
    cacaos: readonly unknown[],
    connection: Connection,
  ): Promise<void> {
    try {
      await step.complete({ cacaos })
    } catch (error) {
      await connection
        .disconnect()
        .catch((cause: unknown) => log.warn('A session without its sign-in could not be ended.', cause))
      throw error
    }
  }

  /** The session a wallet settles here, or the one that another tab made while the code is shown. */
  async function settleOrJoin(
    ready: Opened,
    request: ConnectRequest,
    proposal: Record<string, OptionalNamespace>,
    signIn: ConnectSignInRequest | undefined,
  ): Promise<Obtained> {
    const over = new AbortController()
    const signal = AbortSignal.any([request.signal, over.signal])
    let join: (joined: Obtained) => void = () => undefined
    const joined = new Promise<Obtained>((resolve) => {
      join = resolve
    })
    waiting.add(join)
    try {
      const settled = settle(ready, { ...request, signal }, proposal, signIn)
      return await Promise.race([settled.then((answer) => ({ ...answer, ready })), joined])
    } finally {
      waiting.delete(join)
      over.abort()
    }
  }

  async function settle(
    ready: Opened,
    request: ConnectRequest,
    proposal: Record<string, OptionalNamespace>,
    signIn: ConnectSignInRequest | undefined,
  ): Promise<Settled> {
    const { pairings } = ready
    const { signal } = request
    for (;;) {
      const { refused, stop } = ready.refusals.next()
      const sent = within(pairings.obtain(proposal, signIn), clock, relayPatience, () =>
        relayUnreachable(options.relayUrl),
      )
      const pairing = await untilAborted(signal, Promise.race([sent, refused])).finally(stop)
      status.show({ uri: pairing.uri, renewsAt: (pairing.expiry - pairingGuard) * second })
      request.onUri?.(pairing.uri)
      const settled = await outcomeOf(pairing, ready, signal)
      if (settled) return settled
      pairings.discard(pairing)
    }
  }

  async function use(
    ready: Opened,
    session: SessionTypes.Struct,
    request: ConnectRequest,
  ): Promise<Connection> {
    const { client: held, store } = ready
    try {
      // Other tabs read it there as soon as this one says that it is connected.
      await store.written()
      const connection = await attach(ready, session, request, storedFor(session, ready))
      purge(held, { keep: readSessions(storage).map(({ topic }) => topic), clock, log })
      return connection
    } catch (error) {
      removeSession(storage, session.topic)
      held
        .disconnect({ topic: session.topic, reason: userDisconnected })
        .catch((cause: unknown) => log.warn('A session that cannot be used could not be ended.', cause))
      throw error
    }
  }

  /** The session, or nothing when the pairing must be renewed. */
  async function outcomeOf(
    pairing: Pairing,
    { client: held, lookout, refusals }: Opened,
    signal: AbortSignal,
  ): Promise<Settled | undefined> {
    let timer: ReturnType<Clock['setTimeout']> | undefined
    const over = new Promise<undefined>((resolve, reject) => {
      let silent = 0
      const look = () => {
        silent = held.core.relayer.connected ? 0 : silent + second
        if (silent >= relayPatience) return reject(relayUnreachable(options.relayUrl))
        if (pairingSecondsLeft(pairing.expiry, clock.now()) === 0) return resolve(undefined)
        timer = clock.setTimeout(look, second)
      }
      look()
    })
    pairing.waiting += 1
    const stopWatching = lookout.watch()
    const { refused, stop: stopHearing } = refusals.next()
    try {
      return await untilAborted(signal, Promise.race([pairing.settled, over, refused]))
    } catch (error) {
      throw signal.aborted ? error : refusalFrom(error)
    } finally {
      if (timer !== undefined) clock.clearTimeout(timer)
      pairing.waiting -= 1
      stopWatching()
      stopHearing()
    }
  }

  return {
    async connect(request) {
      let done = () => {}
      try {
        const ready = await untilAborted(request.signal, client())
        done = ready.needs.take()
        return await pair(ready, request)
      } finally {
        done()
        status.show(undefined)
      }
    },
    async restore(request, stored) {
      const obtained = await obtain(stored.topic, request.signal)
      if (!obtained) {
        removeSession(storage, stored.topic)
        return undefined
      }
      const done = obtained.ready.needs.take()
      try {
        return await attach(obtained.ready, obtained.session, request, stored)
      } finally {
        done()
      }
    },
  }
}

function sessionOf({ client }: Pick<Opened, 'client'>, topic: string): SessionTypes.Struct | undefined {
  return client.session.getAll().find((session) => session.topic === topic)
}

/** Whether two sessions are with a wallet that calls itself the same and shares the same accounts. */
function isSameWallet(left: SessionTypes.Struct, right: SessionTypes.Struct): boolean {
  const factsOf = ({ peer, namespaces }: SessionTypes.Struct) => {
    const accounts = Object.values(namespaces).flatMap((granted) => granted.accounts)
    return JSON.stringify([peerOf(peer.metadata).name, readField(peer.metadata, 'url'), [...accounts].sort()])
  }
  return factsOf(left) === factsOf(right)
}
