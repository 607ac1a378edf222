import { untilAborted, type WalletFollower } from '@latchkey/kernel/chain'
import {
  type Clock,
  type Connection,
  ConnectorError,
  type ConnectRequest,
  wait,
} from '@latchkey/kernel/plugin'
import type { ConnectionOpener, WalletAccess } from './createConnector.js'
import { approvedOf, followWallet, type Opening, type OpenerTools, readWord } from './followWallet.js'
import { listenToHidden } from './listenToHidden.js'
import type { WalletDialect } from './foundWallet.js'
import type { BitcoinNetwork, BitcoinNetworks } from '../networks.js'
import { networkOf } from './networkOf.js'
import type { CreateAdapter, WalletAdapter, WalletState } from './adapters/adapter.js'
import { createRequestAdapter } from './adapters/request.js'
import { createStandardAdapter } from './adapters/standard.js'
import { createUnisatAdapter } from './adapters/unisat.js'
import type { SessionFacts } from './readSession.js'

const adapters: Readonly<Record<WalletDialect, CreateAdapter>> = {
  standard: createStandardAdapter,
  request: createRequestAdapter,
  unisat: createUnisatAdapter,
}

/** How long a wallet may take to end its side of a session, in milliseconds. */
const disconnectTime = 3_000

/** Opens and takes up connections with Bitcoin wallets of every dialect. */
export function createOpener(tools: OpenerTools): ConnectionOpener {
  const openingOf = ({ dialect, name, target }: WalletAccess, request: ConnectRequest): Opening => ({
    ...tools,
    name,
    adapter: adapters[dialect](name, target, tools.clock),
    asked: askedNetworks(tools.networks, request),
    request,
  })
  return {
    async connect(access, request) {
      const opening = openingOf(access, request)
      const connection = await open(opening, () => opening.adapter.connect({ networks: opening.asked }), true)
      if (connection) return connection
      throw noAccounts(access.name)
    },
    async restore(access, request) {
      const opening = openingOf(access, request)
      return open(opening, () => opening.adapter.restore({ networks: opening.asked }), false)
    },
    listen({ dialect, name, target }, request) {
      listenToHidden(adapters[dialect](name, target, tools.clock), name, tools.log, request)
    },
  }
}

/** Listens before anything is asked, so that no change is missed, and lets go of the wallet when asking fails. */
async function open(
  opening: Opening,
  ask: () => Promise<WalletState | undefined>,
  prompted: boolean,
): Promise<Connection | undefined> {
  const { request } = opening
  const followed = followWallet(opening)
  let isShared = false
  try {
    const first = async () => readWord(opening, await untilAborted(request.signal, ask))
    isShared = (await followed.begin(first)) !== undefined
  } catch (error) {
    if (prompted && request.signal.aborted) throw request.signal.reason
    throw error
  } finally {
    if (!isShared) followed.stop()
  }
  return isShared ? toConnection(opening, followed) : undefined
}

function toConnection(opening: Opening, followed: WalletFollower<SessionFacts>): Connection {
  const { adapter, networks, clock } = opening
  return {
    get accounts() {
      return followed.word?.accounts ?? []
    },
    get networks() {
      return followed.word?.networks ?? {}
    },
    ...approvedOf(adapter, followed.word),
    provider: (namespace) => (namespace === 'bip122' ? adapter.wallet : undefined),
    ...(adapter.switchNetwork && {
      async switchNetwork(networkId) {
        const next = await adapter.switchNetwork?.(networkOf(networks, networkId))
        if (!next) return
        const word = readWord(opening, next)
        if (word) followed.take(word)
        else followed.doubt('end')
      },
    }),
    ...(adapter.refresh && { refresh: followed.refresh }),
    async disconnect() {
      followed.stop()
      await endWallet(adapter, clock)
    },
    release: followed.stop,
  }
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
