import type { NamespaceId, NetworkId } from '../../contracts/caip.js'
import { connectionNotFound } from '../../errors/connectionNotFound.js'
import { readOnly } from '../../engine/readOnly.js'
import type { ProviderKey } from '../../keys/providerKey.js'
import type { SessionActions } from './sessionActions.js'
import { connectionIdOf } from './connectionId.js'
import { createSessionConnect } from './createSessionConnect.js'
import { createSessionCore, type SessionCore, type SessionOptions } from './sessionCore.js'
import { createSessionMemory } from './createSessionMemory.js'
import type { SessionService } from './sessionState.js'

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
  const { state, live, waiting, attempts, record } = core
  let loaded: SessionActions | undefined
  async function actions(): Promise<SessionActions> {
    if (loaded) return loaded
    const { createSessionActions } = await options.code.load()
    loaded ??= createSessionActions(core)
    return loaded
  }

  const service: SessionController = {
    state: readOnly(state),
    connect: createSessionConnect(core, actions),
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
    activeConnection: (namespace) => record(state.namespaces[namespace]?.connectionId),
    activeAccount(namespace) {
      const active = state.namespaces[namespace]
      return record(active?.connectionId)?.accounts.find((account) => account.id === active?.accountId)
    },
    claimedAddress: (namespace) => claimedAddressOf(core, namespace),
    connection: (connectionId) => live.get(connectionId),
    provider: (key) => providerOf(core, key),
    ...createSessionMemory(core, actions),
    askNetwork: async (connectionId, networkId) => (await actions()).askNetwork(connectionId, networkId),
    release() {
      loaded?.releaseAll()
      // Subscribers see every wallet gone; what is stored stays for the next kernel.
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

function claimedAddressOf(core: SessionCore, namespace: NamespaceId): string | undefined {
  const claim = core.options.showsAccounts ? core.intended.get(namespace) : undefined
  if (!claim || core.state.namespaces[namespace]?.connectionId !== undefined) return undefined
  const id = connectionIdOf(claim)
  const asked = [...core.attempts].filter((attempt) => attempt.namespaces.includes(namespace))
  const isAsked = core.waiting.has(id) && asked.length > 0 && asked.every((attempt) => attempt.id === id)
  return isAsked && core.isAddress(namespace, claim.address) ? claim.address : undefined
}

function providerOf<T>({ live, state, options }: SessionCore, key: ProviderKey<T>): T | undefined {
  const connectionId = state.namespaces[key.namespace]?.connectionId ?? ''
  const value = live.get(connectionId)?.provider(key.namespace)
  if (key.check?.(value) === false) return undefined
  const place = { connectionId, namespace: key.namespace, live: () => live.get(connectionId) }
  return options.code.current?.guardProvider(value, place) as T | undefined
}
