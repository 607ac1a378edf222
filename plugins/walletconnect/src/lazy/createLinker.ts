import type { AppMetadata, SignInOnConnectService } from '@latchkey/kernel/contracts'
import type {
  Clock,
  Connection,
  ConnectRequest,
  LogService,
  NamespaceContribution,
  StorageService,
} from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import { untilAborted } from '@latchkey/kernel/chain'
import type { SessionTypes } from '@walletconnect/types'
import type { NamespaceProposal } from '../namespaces.js'
import type { PairingStatusControl } from '../pairingStatus.js'
import type { WalletConnectOptions } from '../readOptions.js'
import { readSessions, removeSession, type StoredSession } from '../storedSessions.js'
import { createClients, type ObtainedSession } from './createClients.js'
import { describeStored } from './describeStored.js'
import { loadAdapters } from './loadAdapters.js'
import type { Opened } from './openLink.js'
import { userDisconnected } from './createPairings.js'
import { proposeNamespaces } from './proposeNamespaces.js'
import { purge } from './purge.js'
import { createSessionConnection } from './createSessionConnection.js'
import { settleOrJoin } from './settleOrJoin.js'
import { completeSignIn, prepareSignIn } from './signInWithConnection.js'

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

/** Makes sessions with the client of the kernel, and connections of sessions. */
export function createLinker(linkerOptions: LinkerOptions): Linker {
  const { status, storage } = linkerOptions
  const clients = createClients(linkerOptions)

  async function pairWallet(ready: Opened, request: ConnectRequest): Promise<Connection> {
    const proposal = proposeNamespaces(linkerOptions, request)
    const step = await prepareSignIn(linkerOptions, proposal, request.signal)
    try {
      const obtained = await settleOrJoin(linkerOptions, clients, ready, {
        request,
        proposal,
        signIn: step?.request,
      })
      const connection = await connectSession(linkerOptions, obtained, request)
      if (step && obtained.cacaos.length > 0)
        await completeSignIn(step, obtained.cacaos, connection, linkerOptions.log)
      return connection
    } finally {
      step?.abandon()
    }
  }

  return {
    async connect(request) {
      let done = () => {}
      try {
        const ready = await untilAborted(request.signal, clients.openClient())
        done = ready.needs.take()
        return await pairWallet(ready, request)
      } finally {
        done()
        status.show(undefined)
      }
    },
    async restore(request, stored) {
      const obtained = await clients.obtainSession(stored.topic, request.signal)
      if (!obtained) {
        removeSession(storage, stored.topic)
        return undefined
      }
      const done = obtained.ready.needs.take()
      try {
        return await attachSession(linkerOptions, obtained.ready, obtained.session, request, stored)
      } finally {
        done()
      }
    },
  }
}

/** A connection of a session that was just settled. The session is ended when it can't be used. */
async function connectSession(
  options: LinkerOptions,
  { ready, session }: ObtainedSession,
  request: ConnectRequest,
): Promise<Connection> {
  const { clock, log, storage } = options
  const { client, store } = ready
  try {
    // Other tabs read it there as soon as this one says that it is connected.
    await store.written()
    const stored = describeStored(storage, client, session)
    const connection = await attachSession(options, ready, session, request, stored)
    purge(client, { keep: readSessions(storage).map(({ topic }) => topic), clock, log })
    return connection
  } catch (error) {
    removeSession(storage, session.topic)
    client
      .disconnect({ topic: session.topic, reason: userDisconnected })
      .catch((cause: unknown) => log.warn('A session that cannot be used could not be ended.', cause))
    throw error
  }
}

async function attachSession(
  options: LinkerOptions,
  { client, lookout, needs, publishRefusals }: Opened,
  session: SessionTypes.Struct,
  request: ConnectRequest,
  stored: Omit<StoredSession, 'expiry'>,
): Promise<Connection> {
  const proposal = proposeNamespaces(options, request)
  const adapters = await loadAdapters(Object.keys(proposal), options.wallets, options.log)
  return createSessionConnection({
    ...options,
    client,
    lookout,
    needs,
    publishRefusals,
    session,
    request,
    stored,
    adapters,
    proposal,
  })
}
