import { untilAborted, describeAnswer } from '@latchkey/kernel/chain'
import {
  type Clock,
  type Connection,
  ConnectorError,
  type ConnectRequest,
  type LogService,
} from '@latchkey/kernel/plugin'
import type { AnnouncedWallet } from './announcedWallet.js'
import type { ConnectionOpener } from './createConnector.js'
import { currentNetworkId, type SolanaNetwork, type SolanaNetworks } from '../networks.js'
import { servedNetworks } from './accounts.js'
import { followWallet, type Opening } from './followWallet.js'
import { listenToHidden } from './listenToHidden.js'
import { noCommonNetwork } from './noCommonNetwork.js'
import { readShared, type SharedByWallet } from './readShared.js'
import { memberOf } from './walletAccess.js'
import { walletErrorFrom } from './walletErrors.js'

export interface OpenerOptions {
  readonly networks: SolanaNetworks
  readonly clock: Clock
  readonly log: LogService
}

/** Opens and takes up connections with Wallet Standard wallets. */
export function createOpener({ networks, clock, log }: OpenerOptions): ConnectionOpener {
  return {
    async connect(announced, request) {
      const asked = askedNetworks(networks, request)
      if (servedBy(announced, asked).length === 0) throw noCommonNetwork(announced.name)
      const connection = await open({ ...announced, request, asked, clock, log }, false)
      if (connection) return connection
      throw new ConnectorError(
        `${announced.name} shared no account for these networks. Choose an account there and try again.`,
        { code: 'WALLET_NO_ACCOUNTS', parameters: { wallet: announced.name } },
      )
    },
    async restore(announced, request) {
      const asked = askedNetworks(networks, request)
      if (servedBy(announced, asked).length === 0) return undefined
      return open({ ...announced, request, asked, clock, log }, true)
    },
    listen: (announced, request) => listenToHidden(announced, log, request),
  }
}

/** Listens before anything is asked, so that no change is missed, and lets go of the wallet when asking fails. */
async function open(opening: Opening, silent: boolean): Promise<Connection | undefined> {
  const { name, wallet, request } = opening
  const followed = guarded(name, () => followWallet(opening, (signal) => askToConnect(opening, signal, true)))
  let isShared = false
  try {
    isShared = (await followed.begin(() => askToConnect(opening, request.signal, silent))) !== undefined
  } finally {
    if (!isShared) followed.stop()
  }
  if (!isShared) return undefined
  let disconnecting: Promise<void> | undefined
  return {
    get accounts() {
      return followed.word?.accounts ?? []
    },
    networks: {},
    get approvedNetworks() {
      return { solana: followed.word?.served ?? [] }
    },
    provider: (namespace) => (namespace === 'solana' ? wallet : undefined),
    refresh: followed.refresh,
    release: followed.stop,
    disconnect() {
      followed.stop()
      disconnecting ??= endAtWallet(opening)
      return disconnecting
    },
  }
}

/** What a wallet's own getters and methods throw becomes one of our errors. */
function guarded<T>(wallet: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw walletErrorFrom(error, { wallet, method: 'standard:connect' })
  }
}

/** @throws ConnectorError `WALLET_ANSWER_INVALID`, or by what the wallet threw. */
async function askToConnect(
  { name, wallet, asked }: Opening,
  signal: AbortSignal,
  silent: boolean,
): Promise<SharedByWallet | undefined> {
  signal.throwIfAborted()
  try {
    const output = await untilAborted(signal, async () =>
      wallet.features['standard:connect']?.connect(silent ? { silent: true } : {}),
    )
    const given = memberOf(output, 'accounts') ?? describeAnswer(output)
    return readShared({ name, wallet }, 'standard:connect', given, asked)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw walletErrorFrom(error, { wallet: name, method: 'standard:connect' })
  }
}

/** The feature is optional. Without it, the connection ends when the app stops listening. */
async function endAtWallet({ name, wallet }: AnnouncedWallet): Promise<void> {
  try {
    await wallet.features['standard:disconnect']?.disconnect()
  } catch (error) {
    throw walletErrorFrom(error, { wallet: name, method: 'standard:disconnect' })
  }
}

const servedBy = ({ name, wallet }: AnnouncedWallet, asked: readonly SolanaNetwork[]) =>
  guarded(name, () => servedNetworks(wallet.chains, asked))

/** The host's networks, the preferred one first, as the session asks for them. */
function askedNetworks(networks: SolanaNetworks, request: ConnectRequest): readonly SolanaNetwork[] {
  const asked = request.networkIds.flatMap((id) => networks.get(currentNetworkId(id)) ?? [])
  return asked.length > 0 ? asked : [...networks.values()]
}
