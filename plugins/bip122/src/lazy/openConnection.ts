import { untilAborted } from '@latchkey/kernel/chain'
import {
  type Clock,
  type Connection,
  type ConnectionChange,
  ConnectorError,
  type ConnectRequest,
  type LogService,
  wait,
} from '@latchkey/kernel/plugin'
import type { ConnectionOpener, WalletAccess } from './createConnector.js'
import type { WalletDialect } from './foundWallet.js'
import type { BitcoinNetwork, BitcoinNetworks } from '../networks.js'
import { networkOf } from './networkOf.js'
import type { CreateAdapter, WalletAdapter, WalletState } from './adapters/adapter.js'
import { createPhantomAdapter } from './adapters/phantom.js'
import { createRequestAdapter } from './adapters/request.js'
import { createStandardAdapter } from './adapters/standard.js'
import { createUnisatAdapter } from './adapters/unisat.js'
import { readSession, type SessionFacts } from './readSession.js'

export interface OpenerTools {
  readonly networks: BitcoinNetworks
  readonly clock: Clock
  readonly log: LogService
}

const adapters: Readonly<Record<WalletDialect, CreateAdapter>> = {
  standard: createStandardAdapter,
  request: createRequestAdapter,
  unisat: createUnisatAdapter,
  phantom: createPhantomAdapter,
}

/** How long a wallet may take to end its side of a session, in milliseconds. */
const disconnectTime = 3_000

/** Opens and takes up connections with Bitcoin wallets of every dialect. */
export function createOpener({ networks, clock, log }: OpenerTools): ConnectionOpener {
  return {
    async connect(access, request) {
      const adapter = adapters[access.dialect](access.name, access.target)
      const asked = askedNetworks(networks, request)
      return start(access, request, adapter, asked, () => adapter.connect({ networks: asked }), true)
        .then((live) => live ?? Promise.reject(noAccounts(access.name)))
        .then((live) => preferNetwork(live, asked, request))
    },
    async restore(access, request) {
      const adapter = adapters[access.dialect](access.name, access.target)
      const asked = askedNetworks(networks, request)
      const take = () => adapter.restore({ networks: asked })
      return (await start(access, request, adapter, asked, take, false))?.connection
    },
  }

  interface Live {
    readonly connection: Connection
    readonly facts: () => SessionFacts
  }

  /** Listens before anything is asked, so that no change is missed, and lets go of the wallet when asking fails. */
  async function start(
    access: WalletAccess,
    request: ConnectRequest,
    adapter: WalletAdapter,
    asked: readonly BitcoinNetwork[],
    ask: () => Promise<WalletState | undefined>,
    prompted: boolean,
  ): Promise<Live | undefined> {
    const { name } = access
    let facts: SessionFacts | undefined
    const note = (state: WalletState): SessionFacts => {
      const next = readSession(name, state, asked)
      facts = next
      return next
    }
    const tell = (change: ConnectionChange) => request.onChange(change)
    const end = () => {
      release()
      tell({ ended: {} })
    }
    const stop = adapter.listen({
      changed(state) {
        // Before the first answer there is no session to change, and the answer will be newer.
        if (!facts) return
        try {
          const { accounts, networks: current, approvedNetworks } = note(state)
          if (accounts.length === 0) end()
          else tell({ accounts, networks: current, ...(approvedNetworks ? { approvedNetworks } : {}) })
        } catch (error) {
          log.warn(`"${name}" reported accounts that cannot be used, so the connection was ended.`, error)
          end()
        }
      },
      ended: () => facts && end(),
      failed: (error) => log.debug(`An event of "${name}" was ignored.`, error),
    })
    let released = false
    function release(): void {
      if (released) return
      released = true
      stop()
    }

    try {
      const state = await untilAborted(request.signal, ask)
      const first = state && note(state)
      if (!first || first.accounts.length === 0) {
        release()
        return undefined
      }
      const connection: Connection = {
        get accounts() {
          return (facts ?? first).accounts
        },
        get networks() {
          return (facts ?? first).networks
        },
        ...(first.approvedNetworks && !adapter.switchNetwork
          ? { approvedNetworks: first.approvedNetworks }
          : {}),
        provider: (namespace) => (namespace === 'bip122' ? adapter.wallet : undefined),
        ...(adapter.switchNetwork && {
          async switchNetwork(networkId) {
            const next = await adapter.switchNetwork?.(networkOf(networks, networkId))
            if (!next) return
            const { accounts, networks: current } = note(next)
            tell({ accounts, networks: current })
          },
        }),
        async disconnect() {
          release()
          await endWallet(adapter)
        },
        release,
      }
      return { connection, facts: () => facts ?? first }
    } catch (error) {
      release()
      if (prompted && request.signal.aborted) throw request.signal.reason
      throw error
    }
  }

  /** A wallet on another network than the preferred one is asked to switch. Whatever it says, it is connected. */
  async function preferNetwork(
    { connection, facts }: Live,
    [preferred]: readonly BitcoinNetwork[],
    request: ConnectRequest,
  ): Promise<Connection> {
    const current = facts().networks.bip122
    if (!preferred || current === undefined || current === preferred.id || !connection.switchNetwork)
      return connection
    try {
      await untilAborted(request.signal, async () => connection.switchNetwork?.(preferred.id))
    } catch (error) {
      if (request.signal.aborted) {
        connection.release?.()
        throw request.signal.reason
      }
      log.debug('The wallet stays on its own network.', error)
    }
    return connection
  }

  /** What counts is that the app forgets the session: a wallet that does not answer is not waited for. */
  async function endWallet(adapter: WalletAdapter): Promise<void> {
    const controller = new AbortController()
    const late = wait(clock, disconnectTime, controller.signal).catch(() => undefined)
    try {
      await Promise.race([adapter.disconnect?.(), late])
    } finally {
      controller.abort()
    }
  }
}

/** The host's networks, the preferred one first, as the session asks for them. */
function askedNetworks(networks: BitcoinNetworks, request: ConnectRequest): readonly BitcoinNetwork[] {
  const asked = request.networkIds.flatMap((id) => networks.get(id) ?? [])
  return asked.length > 0 ? asked : [...networks.values()]
}

function noAccounts(name: string): ConnectorError {
  return new ConnectorError(`${name} shared no Bitcoin account. Unlock it and allow this app to see one.`, {
    code: 'WALLET_NO_ACCOUNTS',
    parameters: { wallet: name },
  })
}
