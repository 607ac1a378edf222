import type {
  Clock,
  Connection,
  ConnectRequest,
  LogService,
  NamespaceContribution,
  StorageService,
} from '@latchkey/kernel/plugin'
import type { RemoteAdapter } from '@latchkey/kernel/contracts'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type { SessionTypes } from '@walletconnect/types'
import type { OptionalNamespace } from '../namespaces.js'
import { sessionEnded, walletNotTold } from '../sessionErrors.js'
import { writeSession } from '../storedLink.js'
import { keyOf, removeSession, type StoredSession } from '../storedSessions.js'
import { createLiveSession } from './createLiveSession.js'
import type { Needs } from './createNeeds.js'
import { createSessionAccess } from './createSessionAccess.js'
import { followSession } from './followSession.js'
import type { Lookout } from './createLookout.js'
import type { WalletConnectClient } from './openClient.js'
import { userDisconnected } from './createPairings.js'
import { peerOf } from './peerOf.js'
import type { PublishRefusals } from './repeatRefused.js'
import { createRemoteSession } from './remoteSession.js'
import type { SessionAccess } from './SessionAccess.js'
import { within } from './within.js'

export interface SessionConnectionOptions {
  readonly client: WalletConnectClient
  readonly lookout: Lookout
  readonly needs: Needs
  readonly publishRefusals: PublishRefusals
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

/** How long a user waits for the wallet to be told that the session is over. Milliseconds. */
const farewellTime = 5_000

/**
 * The session as the kernel sees it: one connection over every namespace the wallet approved.
 *
 * @throws WalletConnectError `SESSION_ENDED` when the wallet has ended it already.
 */
export function createSessionConnection(options: SessionConnectionOptions): Connection {
  const { client, needs, request, storage } = options
  const { topic } = options.session
  if (!client.session.keys.includes(topic)) throw sessionEnded()
  // The wallet may have changed it since it was settled: code was loaded in between.
  const session = client.session.get(topic)
  const peer = peerOf(session.peer.metadata)
  const live = createLiveSession(options, session.namespaces, (reason) => {
    removeSession(storage, topic)
    done()
    request.onChange({ ended: reason === undefined ? {} : { reason } })
  })
  writeSession(storage, { ...options.stored, expiry: session.expiry })
  const done = needs.take()
  followSession(options, live)

  let disconnecting: Promise<void> | undefined
  const isLeaving = () => disconnecting !== undefined
  const access = createSessionAccess(options, live, { walletName: peer.name, isLeaving })
  const providers = new Map<string, unknown>()

  return {
    key: keyOf(options.stored),
    wallet: peer,
    method: options.stored.link ? 'mobile' : 'qrcode',
    accounts: live.view().accounts,
    get networks() {
      return live.view().networks
    },
    get approvedNetworks() {
      return live.view().approvedNetworks
    },
    provider(namespace) {
      if (!providers.has(namespace)) providers.set(namespace, createProvider(options, access, namespace))
      return providers.get(namespace)
    },
    switchNetwork: access.switchNetwork,
    disconnect() {
      const isAlive = client.session.keys.includes(topic)
      live.release()
      if (disconnecting) return disconnecting
      // The kernel has released the connection by now.
      const told = needs.take()
      done()
      disconnecting = (isAlive ? endSession(options) : Promise.resolve()).finally(told)
      return disconnecting
    },
    release() {
      live.release()
      done()
    },
  }
}

async function endSession({
  client,
  clock,
  session: { topic },
  storage,
}: SessionConnectionOptions): Promise<void> {
  removeSession(storage, topic)
  const told = client.disconnect({ topic, reason: userDisconnected })
  await within(told, clock, farewellTime, () => walletNotTold())
}

function createProvider(
  { adapters, proposal, wallets }: SessionConnectionOptions,
  access: SessionAccess,
  namespace: string,
): unknown {
  if (!access.view().approved.namespaces[namespace]) return undefined
  const networks = wallets.namespace(namespace)?.networks ?? []
  const rpcUrls = proposal[namespace]?.rpcMap ?? {}
  const remote = createRemoteSession(access, { namespace, networks, rpcUrls })
  if (adapters.has(namespace)) return adapters.get(namespace)?.createProvider(remote)
  // For chains without an adapter: methods as WalletConnect names them.
  return { request: remote.request }
}
