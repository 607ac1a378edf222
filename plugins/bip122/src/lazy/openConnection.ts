import { untilAborted } from '@latchkey/kernel/chain'
import {
  type Clock,
  type Connection,
  ConnectorError,
  type ConnectRequest,
  type LogService,
  wait,
} from '@latchkey/kernel/plugin'
import type { ConnectionOpener } from './createConnector.js'
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
export function createOpener(tools: OpenerTools): ConnectionOpener {
  const { networks } = tools
  return {
    async connect(access, request) {
      const adapter = adapters[access.dialect](access.name, access.target)
      const asked = askedNetworks(networks, request)
      const opening = { ...tools, name: access.name, adapter, asked, request }
      const live = await startSession(opening, () => adapter.connect({ networks: asked }), true)
      if (!live) throw noAccounts(access.name)
      return preferNetwork(tools, live, asked, request)
    },
    async restore(access, request) {
      const adapter = adapters[access.dialect](access.name, access.target)
      const asked = askedNetworks(networks, request)
      const opening = { ...tools, name: access.name, adapter, asked, request }
      return (await startSession(opening, () => adapter.restore({ networks: asked }), false))?.connection
    },
  }
}

/** A wallet that is asked for its accounts. */
interface Opening extends OpenerTools {
  readonly name: string
  readonly adapter: WalletAdapter
  readonly asked: readonly BitcoinNetwork[]
  readonly request: ConnectRequest
}

interface Live {
  readonly connection: Connection
  readonly facts: () => SessionFacts
}

/** Listens before anything is asked, so that no change is missed, and lets go of the wallet when asking fails. */
async function startSession(
  opening: Opening,
  ask: () => Promise<WalletState | undefined>,
  prompted: boolean,
): Promise<Live | undefined> {
  const { request } = opening
  const session = followWallet(opening)
  try {
    const state = await untilAborted(request.signal, ask)
    const first = state && session.note(state)
    if (first && first.accounts.length > 0) return toLive(opening, session, first)
    session.release()
    return undefined
  } catch (error) {
    session.release()
    if (prompted && request.signal.aborted) throw request.signal.reason
    throw error
  }
}

type FollowedWallet = ReturnType<typeof followWallet>

function followWallet({ name, adapter, asked, request, log }: Opening) {
  let facts: SessionFacts | undefined
  const note = (state: WalletState): SessionFacts => {
    const next = readSession(name, state, asked)
    facts = next
    return next
  }
  const end = () => {
    release()
    request.onChange({ ended: {} })
  }
  const stop = adapter.listen({
    changed(state) {
      // Before the wallet's first accounts there is no session to change, and they will be newer.
      if (!facts) return
      try {
        const { accounts, networks, approvedNetworks } = note(state)
        if (accounts.length === 0) end()
        else request.onChange({ accounts, networks, ...(approvedNetworks ? { approvedNetworks } : {}) })
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
  return { facts: () => facts, note, release }
}

function toLive(
  { adapter, networks, request, clock }: Opening,
  session: FollowedWallet,
  first: SessionFacts,
): Live {
  const facts = () => session.facts() ?? first
  const connection: Connection = {
    get accounts() {
      return facts().accounts
    },
    get networks() {
      return facts().networks
    },
    ...(first.approvedNetworks && !adapter.switchNetwork ? { approvedNetworks: first.approvedNetworks } : {}),
    provider: (namespace) => (namespace === 'bip122' ? adapter.wallet : undefined),
    ...(adapter.switchNetwork && {
      async switchNetwork(networkId) {
        const next = await adapter.switchNetwork?.(networkOf(networks, networkId))
        if (!next) return
        const { accounts, networks: current } = session.note(next)
        request.onChange({ accounts, networks: current })
      },
    }),
    async disconnect() {
      session.release()
      await endWallet(adapter, clock)
    },
    release: session.release,
  }
  return { connection, facts }
}

/** A wallet on another network than the preferred one is asked to switch. It is connected whether it switches or not. */
async function preferNetwork(
  { log }: OpenerTools,
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

/** The app forgets the session at once: a wallet that does not respond is not waited for. */
async function endWallet(adapter: WalletAdapter, clock: Clock): Promise<void> {
  const controller = new AbortController()
  const late = wait(clock, disconnectTime, controller.signal).catch(() => undefined)
  try {
    await Promise.race([adapter.disconnect?.(), late])
  } finally {
    controller.abort()
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
