import { say } from '#sentences'
import type { NamespaceId, NetworkId } from '../../contracts/caip.js'
import { type BaseError, messageOf } from '../../errors/base.js'
import { connectionNotFound } from '../../errors/connectionNotFound.js'
import { readOnly } from '../../engine/readOnly.js'
import { connectionIdOf } from './connectionId.js'
import type { SessionActions } from './sessionActions.js'
import { type Attempt, createSessionCore, type SessionOptions, type Writable } from './sessionCore.js'
import { ConnectDeclined, ConnectFailed, type SessionService } from './sessionState.js'
import { recentLimit, storedRecent, storedSession } from './storedSession.js'
import { connectorsOf } from './walletParts.js'

/** What the kernel's own plugins need beyond the public service. */
export interface SessionController extends SessionService {
  /** Reads recent wallets and, with `sessions`, shows the namespaces of stored sessions as `connecting`. */
  load(options: { readonly sessions: boolean }): void
  /** Takes up stored sessions, or with `sessions` false only says that there is nothing to take up. */
  start(options: { readonly sessions: boolean }): void
  /**
   * Asks the wallet to change its network, and notes that it did.
   * @throws NetworkError `NETWORK_NOT_APPROVED` when the wallet cannot be asked for it.
   */
  askNetwork(connectionId: string, networkId: NetworkId): Promise<void>
  /** Removes every listener, ends nothing. */
  release(): void
}

/**
 * The session's state and everything that reads it. What talks to wallets is loaded when the kernel starts, apart
 * from the page's first scripts: nothing of it is needed before a person can press the button.
 */
export function createSession(options: SessionOptions): SessionController {
  const core = createSessionCore(options)
  const { state, live, waiting, intended, attempts, record } = core
  let loaded: SessionActions | undefined
  let storedNamespace: NamespaceId | undefined
  async function actions(): Promise<SessionActions> {
    if (loaded) return loaded
    const { createSessionActions } = await options.code.load()
    loaded ??= createSessionActions(core)
    return loaded
  }

  const service: SessionController = {
    state: readOnly(state),
    connect({ connectorId, namespaces, signal, onUri }) {
      const connectors = connectorsOf(options.connectors(), connectorId)
      const [first] = connectors
      const asked = core.known(namespaces ?? connectors.flatMap((connector) => connector.namespaces))
      if (!first || asked.length === 0) {
        return actions().then((ready) => ready.refuse(connectorId, first, namespaces))
      }
      const key = [connectorId, ...asked].join('\n')
      for (const { asking } of attempts) {
        // What somebody gave up, but has not ended yet, is not an answer for others.
        if (asking?.key === key && !asking.signal?.aborted) return asking.answer
      }
      const attempt: Writable<Attempt> = core.begin(connectorId, asked, 'connecting')
      const answer = actions()
        .then((ready) =>
          ready.connect({ connectors, attempt, activate: namespaces !== undefined, signal, onUri }),
        )
        .catch((error: BaseError) => {
          const { code } = error
          if (code === 'USER_REJECTED') options.events.emit(ConnectDeclined, { connectorId })
          else if (code !== 'REQUEST_ABORTED') {
            options.events.emit(ConnectFailed, { connectorId, code, message: messageOf(error) })
          }
          throw error
        })
        .finally(() => core.end(attempt))
      attempt.asking = { key, answer, signal }
      return answer
    },
    async disconnect({ connectionId, namespace } = {}) {
      const chosen = connectionId ?? state.namespaces[namespace ?? '']?.connectionId
      // Without a connection in the namespace, what is on its way to be one is meant.
      const isMeant = (id: string, spanned: readonly NamespaceId[]) =>
        chosen === undefined ? namespace === undefined || spanned.includes(namespace) : id === chosen
      core.cancel(isMeant)
      const ids = state.connections.filter((entry) => isMeant(entry.id, entry.namespaces)).map(({ id }) => id)
      // A connection exists only where the rest has been loaded.
      await (loaded ? loaded.disconnect(ids) : core.save())
    },
    setActiveNamespace(namespace) {
      state.activeNamespace = namespace
      core.save()
    },
    setActiveAccount({ namespace, connectionId, accountId }) {
      const entry = record(connectionId)
      if (!loaded || !entry?.namespaces.includes(namespace)) throw connectionNotFound(connectionId, namespace)
      loaded.setActiveAccount(namespace, entry, accountId)
    },
    forgetRecent(connectorId, name) {
      state.recent = state.recent.filter(
        (wallet) => wallet.connectorId !== connectorId || (name !== undefined && wallet.name !== name),
      )
      options.storage.write(storedRecent, [...state.recent])
    },
    activeConnection: (namespace) => record(state.namespaces[namespace]?.connectionId),
    activeAccount(namespace) {
      const active = state.namespaces[namespace]
      return record(active?.connectionId)?.accounts.find((account) => account.id === active?.accountId)
    },
    claimedAddress(namespace) {
      const claim = options.showsAccounts ? intended.get(namespace) : undefined
      if (!claim || state.namespaces[namespace]?.connectionId !== undefined) return undefined
      const id = connectionIdOf(claim)
      const asked = [...attempts].filter((attempt) => attempt.namespaces.includes(namespace))
      const isAsked = waiting.has(id) && asked.length > 0 && asked.every((attempt) => attempt.id === id)
      return isAsked && core.isAddress(namespace, claim.address) ? claim.address : undefined
    },
    connection: (connectionId) => live.get(connectionId),
    provider: <T>(key: { readonly namespace: NamespaceId }) => {
      const id = state.namespaces[key.namespace]?.connectionId
      return (id === undefined ? undefined : live.get(id)?.provider(key.namespace)) as T | undefined
    },
    load({ sessions }) {
      const stored = sessions ? options.storage.read(storedSession) : undefined
      state.recent = [...(options.storage.read(storedRecent) ?? [])].slice(0, recentLimit)
      core.isLoaded = true
      if (!stored) return
      state.activeNamespace ??= stored.activeNamespace
      storedNamespace = stored.activeNamespace
      for (const [namespace, choice] of Object.entries(stored.active)) intended.set(namespace, choice)
      for (const connection of stored.connections) {
        const id = connectionIdOf(connection)
        if (waiting.has(id) || record(id)) continue
        waiting.set(id, connection)
        core.begin(id, connection.namespaces, 'connecting')
      }
    },
    start({ sessions }) {
      state.activeNamespace = core.known([state.activeNamespace ?? ''])[0]
      for (const attempt of [...attempts]) {
        const { id, namespaces } = attempt
        if (!waiting.has(id)) continue
        core.begin(id, core.known(namespaces), 'reconnecting')
        core.end(attempt)
      }
      const finish = () => {
        for (const attempt of attempts) if (attempt.status === 'reconnecting') core.end(attempt)
        // A namespace that a person chose since the page was loaded stays, connected or not.
        core.followConnection([storedNamespace])
        state.restored = true
      }
      // Loaded in any case: a wallet must open within the person's click, not after a download.
      const restored = actions().then((ready) => (sessions ? ready.restoreStored() : undefined))
      if (!sessions) finish()
      void restored
        .catch((error: unknown) => options.log.error(say('restore'), error))
        .then(() => !options.signal.aborted && finish())
    },
    askNetwork: async (connectionId, networkId) => (await actions()).askNetwork(connectionId, networkId),
    release() {
      loaded?.releaseAll()
      // Said to those who still watch; what is stored stays for the next kernel.
      core.isLoaded = false
      waiting.clear()
      attempts.clear()
      state.connections = []
      for (const namespace of Object.keys(state.namespaces))
        state.namespaces[namespace] = { status: 'disconnected' }
    },
  }
  return service
}
