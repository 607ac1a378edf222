import type {
  AppMetadata,
  Clock,
  Connection,
  ConnectRequest,
  ConnectSignIn,
  ConnectSignInRequest,
  HttpService,
  LogService,
  NamespaceContribution,
  NetworkId,
  SignInOnConnectService,
  StorageService,
} from '@latchkey/kernel/plugin'
import type { SessionTypes } from '@walletconnect/types'
import { buildOptionalNamespaces, type NamespaceProposal, type OptionalNamespace } from '../namespaces.js'
import { pairingGuard, pairingSecondsLeft } from '../pairingTime.js'
import type { PairingStatusControl } from '../pairingStatus.js'
import type { WalletConnectOptions } from '../readOptions.js'
import { proposalEmpty, relayUnreachable } from '../sessionErrors.js'
import { storedPrefix, storedSession } from '../storedLink.js'
import { createLookout, type Lookout } from './lookout.js'
import { openClient, type WalletConnectClient } from './openClient.js'
import { createPairings, type Pairing, type Pairings, type Settled, userDisconnected } from './pairings.js'
import { pageStore } from './pageStore.js'
import { purge } from './purge.js'
import { refusalFrom } from './refusalFrom.js'
import { type SharedStore, sharedStore } from './sharedStore.js'
import { createSessionConnection } from './sessionConnection.js'
import { untilAborted } from './untilAborted.js'
import { within } from './within.js'

export interface LinkerOptions {
  readonly options: WalletConnectOptions
  metadata(): AppMetadata
  namespaces(): readonly NamespaceContribution[]
  /** What is asked of each namespace that can be used. */
  proposals(): ReadonlyMap<string, NamespaceProposal>
  readonly status: PairingStatusControl
  readonly clock: Clock
  readonly http: HttpService
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
  restore(request: ConnectRequest): Promise<Connection | undefined>
}

interface Opened {
  readonly client: WalletConnectClient
  readonly store: SharedStore
  readonly pairings: Pairings
  readonly lookout: Lookout
  close(): void
}

/** A session with the client that has it. */
interface Obtained extends Settled {
  readonly ready: Opened
}

/** How long the relay may be silent before the person is told. Milliseconds. */
const relayPatience = 7_000
const second = 1_000

/** One client for the kernel's life, and every session made with it. */
export function createLinker(linkerOptions: LinkerOptions): Linker {
  const { options, status, clock, log, storage, signal: disposed } = linkerOptions
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

  async function open(): Promise<Opened> {
    disposed.throwIfAborted()
    const prefix = storage.read(storedPrefix) ?? crypto.randomUUID()
    storage.write(storedPrefix, prefix)
    const store = sharedStore(options.storage ?? (await pageStore(log)))
    const held = await openClient({ ...options, storage: store }, linkerOptions.metadata(), prefix)
    const lookout = createLookout(held.client, clock, log)
    const pairings = createPairings(held.client, clock, log)
    const close = () => {
      disposed.removeEventListener('abort', close)
      lookout.stop()
      pairings.stop()
      held.close().catch((error: unknown) => log.debug('The relay’s socket could not be closed.', error))
    }
    if (disposed.aborted) {
      close()
      disposed.throwIfAborted()
    }
    disposed.addEventListener('abort', close, { once: true })
    purge(held.client, { keep: storage.read(storedSession)?.topic, clock, log })
    return { client: held.client, store, pairings, lookout, close }
  }

  /**
   * The session with the client that has it. A client reads its store once: for what another tab stored since, a new one
   * takes its place.
   */
  async function obtain(topic: string, signal: AbortSignal): Promise<Obtained | undefined> {
    const isFresh = opened === undefined
    const ready = await untilAborted(client(), signal)
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
    ready.close()
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

  function attach(
    { client: held, lookout }: Opened,
    session: SessionTypes.Struct,
    request: ConnectRequest,
  ): Connection {
    return createSessionConnection({
      ...linkerOptions,
      client: held,
      lookout,
      session,
      request,
      proposal: proposalFor(request),
    })
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
      const pairing = await untilAborted(
        within(pairings.obtain(proposal, signIn), clock, relayPatience, () =>
          relayUnreachable(options.relayUrl),
        ),
        signal,
      )
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
      const connection = attach(ready, session, request)
      purge(held, { keep: session.topic, clock, log })
      return connection
    } catch (error) {
      held
        .disconnect({ topic: session.topic, reason: userDisconnected })
        .catch((cause: unknown) => log.warn('A session that cannot be used could not be ended.', cause))
      throw error
    }
  }

  /** The session, or nothing when the pairing must be renewed. */
  async function outcomeOf(
    pairing: Pairing,
    { client: held, lookout }: Opened,
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
    try {
      return await untilAborted(Promise.race([pairing.settled, over]), signal)
    } catch (error) {
      throw signal.aborted ? error : refusalFrom(error)
    } finally {
      if (timer !== undefined) clock.clearTimeout(timer)
      pairing.waiting -= 1
      stopWatching()
    }
  }

  return {
    async connect(request) {
      try {
        const ready = await untilAborted(client(), request.signal)
        return await pair(ready, request)
      } finally {
        status.show(undefined)
      }
    },
    async restore(request) {
      const stored = storage.read(storedSession)
      if (!stored) return undefined
      const obtained = await obtain(stored.topic, request.signal)
      if (obtained) return attach(obtained.ready, obtained.session, request)
      storage.remove(storedSession)
      return undefined
    },
  }
}

function sessionOf({ client }: Opened, topic: string): SessionTypes.Struct | undefined {
  return client.session.getAll().find((session) => session.topic === topic)
}
