import { untilAborted, describeAnswer } from '@latchkey/kernel/chain'
import {
  type Connection,
  ConnectorError,
  type ConnectRequest,
  type LogService,
  messageOf,
} from '@latchkey/kernel/plugin'
import type { AnnouncedWallet } from './announcedWallet.js'
import type { ConnectionOpener } from './createConnector.js'
import { currentNetworkId, type SolanaNetwork, type SolanaNetworks } from '../networks.js'
import { idsOf, readAccounts, servedNetworks } from './accounts.js'
import { memberOf } from './walletAccess.js'
import { walletErrorFrom } from './walletErrors.js'

/** Opens and takes up connections with Wallet Standard wallets. */
export function createOpener(networks: SolanaNetworks, log: LogService): ConnectionOpener {
  return {
    async connect(announced, request) {
      const asked = askedNetworks(networks, request)
      if (servedBy(announced, asked).length === 0) throw noCommonNetwork(announced.name)
      const connection = await open(announced, request, asked, false)
      if (connection) return connection
      throw new ConnectorError(
        `${announced.name} shared no account for these networks. Choose an account there and try again.`,
        { code: 'WALLET_NO_ACCOUNTS', parameters: { wallet: announced.name } },
      )
    },
    async restore(announced, request) {
      const asked = askedNetworks(networks, request)
      if (servedBy(announced, asked).length === 0) return undefined
      return open(announced, request, asked, true)
    },
  }

  async function open(
    { name, wallet }: AnnouncedWallet,
    request: ConnectRequest,
    asked: readonly SolanaNetwork[],
    silent: boolean,
  ): Promise<Connection | undefined> {
    const output = await askToConnect(wallet, request.signal, silent)
    const given = memberOf(output, 'accounts') ?? describeAnswer(output)
    const accounts = guarded(() => readAccounts(name, 'standard:connect', given, asked))
    if (accounts.length === 0) return undefined
    const release = guarded(() => watchWallet({ name, wallet }, request, asked, log))
    let disconnecting: Promise<void> | undefined
    return {
      accounts,
      networks: {},
      approvedNetworks: { solana: idsOf(servedBy({ name, wallet }, asked)) },
      provider: (namespace) => (namespace === 'solana' ? wallet : undefined),
      release,
      disconnect() {
        release()
        disconnecting ??= endAtWallet(wallet)
        return disconnecting
      },
    }
  }
}

/** Passes on what the wallet reports, until released. The lists are read again each time, because wallets replace them. */
function watchWallet(
  { name, wallet }: AnnouncedWallet,
  request: ConnectRequest,
  asked: readonly SolanaNetwork[],
  log: LogService,
): () => void {
  let ended = false
  const end = (reason?: string) => request.onChange({ ended: reason === undefined ? {} : { reason } })
  const off = wallet.features['standard:events']?.on('change', (change) => {
    if (ended) return
    try {
      if (change?.chains || change?.features) {
        const served = servedNetworks(wallet.chains, asked)
        if (served.length === 0) return end(noCommonNetwork(name).shortMessage)
        request.onChange({ approvedNetworks: { solana: idsOf(served) } })
      }
      if (!change?.accounts && !change?.chains) return
      const accounts = readAccounts(name, 'standard:events', wallet.accounts, asked)
      if (accounts.length === 0) end()
      else request.onChange({ accounts })
    } catch (error) {
      log.warn(`"${name}" reported accounts that cannot be used.`, error)
      end(messageOf(error))
    }
  })
  return () => {
    if (ended) return
    ended = true
    try {
      off?.()
    } catch (error) {
      log.debug(`"${name}" failed to remove a listener.`, error)
    }
  }
}

/** What a wallet's own getters and methods throw becomes one of our errors. */
function guarded<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw walletErrorFrom(error)
  }
}

async function askToConnect(
  wallet: AnnouncedWallet['wallet'],
  signal: AbortSignal,
  silent: boolean,
): Promise<unknown> {
  signal.throwIfAborted()
  try {
    return await untilAborted(signal, async () =>
      wallet.features['standard:connect']?.connect(silent ? { silent: true } : {}),
    )
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw walletErrorFrom(error)
  }
}

/** The feature is optional. Without it, the connection ends when the app stops listening. */
async function endAtWallet(wallet: AnnouncedWallet['wallet']): Promise<void> {
  try {
    await wallet.features['standard:disconnect']?.disconnect()
  } catch (error) {
    throw walletErrorFrom(error)
  }
}

const servedBy = ({ wallet }: AnnouncedWallet, asked: readonly SolanaNetwork[]) =>
  guarded(() => servedNetworks(wallet.chains, asked))

/** The host's networks, the preferred one first, as the session asks for them. */
function askedNetworks(networks: SolanaNetworks, request: ConnectRequest): readonly SolanaNetwork[] {
  const asked = request.networkIds.flatMap((id) => networks.get(currentNetworkId(id)) ?? [])
  return asked.length > 0 ? asked : [...networks.values()]
}

function noCommonNetwork(name: string): ConnectorError {
  return new ConnectorError(`${name} supports none of the Solana networks this app uses.`, {
    code: 'WALLET_NETWORK_UNSUPPORTED',
    parameters: { wallet: name },
  })
}
