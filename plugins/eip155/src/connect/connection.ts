import { untilAborted } from '@latchkey/kernel/chain'
import {
  type Account,
  type AccountKind,
  accountId,
  type Clock,
  type Connection,
  type ConnectionChange,
  ConnectorError,
  type ConnectRequest,
  type LogService,
  type NetworkId,
  wait,
} from '@latchkey/kernel/plugin'
import type { WalletAccess } from '../connections.js'
import type { ConnectionOpener } from '../discover/createConnector.js'
import type { EvmNetworks } from '../evmChain.js'
import type { Eip1193Provider } from '../provider.js'
import { readAccounts, readNetworkId } from './answers.js'
import { askWallet } from './askWallet.js'
import { listenToWallet } from './listenToWallet.js'
import { switchNetwork } from './switchNetwork.js'

export interface OpenerOptions {
  readonly networks: EvmNetworks
  readonly clock: Clock
  readonly log: LogService
}

/** How long a wallet may take to put itself on the page, and to end its side of a session. Milliseconds. */
const appearTime = 3_000
const revokeTime = 3_000

export function createOpener(options: OpenerOptions): ConnectionOpener {
  return {
    async connect(wallet, request) {
      const provider = wallet.provider()
      if (!provider) throw walletMissing(wallet.name)
      const method = 'eth_requestAccounts'
      const addresses = readAccounts(
        wallet.name,
        method,
        await askWallet(provider, method, undefined, request.signal),
      )
      if (addresses.length === 0) throw noAccounts(wallet.name)
      const live = await open(options, wallet, provider, request, addresses)
      await preferNetwork(live, request, options.log)
      return live.connection
    },
    async restore(wallet, request) {
      const provider = wallet.provider() ?? (await appeared(wallet, options.clock, request.signal))
      if (!provider) return undefined
      const method = 'eth_accounts'
      const addresses = readAccounts(
        wallet.name,
        method,
        await askWallet(provider, method, undefined, request.signal),
      )
      if (addresses.length === 0) return undefined
      return (await open(options, wallet, provider, request, addresses)).connection
    },
  }
}

interface LiveConnection {
  readonly connection: Connection
  networkId(): NetworkId
}

/**
 * Listens before anything else is asked, so that no change is missed: the kernel keeps what is reported before the
 * connection is made. Lets go of the wallet when that fails.
 */
async function open(
  options: OpenerOptions,
  { name, kind = 'eoa' }: WalletAccess,
  provider: Eip1193Provider,
  request: ConnectRequest,
  firstAddresses: readonly string[],
): Promise<LiveConnection> {
  const { networks, clock, log } = options
  let addresses = firstAddresses
  let revoked: Promise<void> | undefined
  let networkId: NetworkId | undefined

  const tell = (change: ConnectionChange) => request.onChange(change)
  const moveTo = (next: NetworkId) => {
    if (networkId === next) return
    networkId = next
    tell({ networks: { eip155: next }, accounts: toAccounts(addresses, next, kind) })
  }
  const end = (reason?: string) => {
    stop()
    tell({ ended: reason === undefined ? {} : { reason } })
  }
  const stop = listenToWallet(provider, name, log, {
    moveTo,
    end,
    showAccounts(next) {
      addresses = next
      if (networkId) tell({ accounts: toAccounts(next, networkId, kind) })
    },
  })

  try {
    const answer = await askWallet(provider, 'eth_chainId', undefined, request.signal)
    const first = networkId ?? readNetworkId(name, 'eth_chainId', answer)
    networkId = first
    const connection: Connection = {
      get accounts() {
        return toAccounts(addresses, networkId ?? first, kind)
      },
      get networks() {
        return { eip155: networkId ?? first }
      },
      provider: () => provider,
      async switchNetwork(next) {
        await switchNetwork({ provider, name, networks, clock, networkId: next, announced: () => networkId })
        moveTo(next)
      },
      disconnect() {
        stop()
        revoked ??= revoke(provider, clock, log)
        return revoked
      },
      release: stop,
    }
    return { connection, networkId: () => networkId ?? first }
  } catch (error) {
    stop()
    throw error
  }
}

function toAccounts(
  addresses: readonly string[],
  networkId: NetworkId,
  kind: AccountKind,
): readonly Account[] {
  return addresses.map((address) => ({
    id: accountId(networkId, address),
    namespace: 'eip155',
    address,
    kind,
  }))
}

/** A wallet on another network than the preferred one is asked to switch. Whatever it says, it is connected. */
async function preferNetwork(live: LiveConnection, request: ConnectRequest, log: LogService): Promise<void> {
  const preferred = request.networkIds.find((id) => id.startsWith('eip155:'))
  if (preferred === undefined || preferred === live.networkId()) return
  const { connection } = live
  try {
    await untilAborted(request.signal, connection.switchNetwork?.(preferred) ?? Promise.resolve())
  } catch (error) {
    if (request.signal.aborted) connection.release?.()
    request.signal.throwIfAborted()
    log.debug('The wallet stays on its own network.', error)
  }
}

/** Not in the standard and not everywhere: what counts is that the kernel forgets the session. */
async function revoke(provider: Eip1193Provider, clock: Clock, log: LogService): Promise<void> {
  const controller = new AbortController()
  const timer = clock.setTimeout(() => controller.abort(new Error('The wallet did not answer.')), revokeTime)
  try {
    await askWallet(provider, 'wallet_revokePermissions', [{ eth_accounts: {} }], controller.signal)
  } catch (error) {
    log.debug('The wallet keeps its permission.', error)
  } finally {
    clock.clearTimeout(timer)
  }
}

/** Waits for a wallet that puts itself on the page a little later than the page starts. */
async function appeared(
  wallet: WalletAccess,
  clock: Clock,
  signal: AbortSignal,
): Promise<Eip1193Provider | undefined> {
  if (typeof window === 'undefined') return undefined
  const controller = new AbortController()
  const stop = () => controller.abort()
  window.addEventListener('ethereum#initialized', stop, { once: true, signal: controller.signal })
  await wait(clock, appearTime, AbortSignal.any([signal, controller.signal])).catch(() => {
    if (signal.aborted) throw signal.reason
  })
  stop()
  return wallet.provider()
}

function walletMissing(name: string): ConnectorError {
  return new ConnectorError(`${name} was not found on this page. Install or enable it, then reload.`, {
    code: 'WALLET_NOT_FOUND',
    parameters: { wallet: name },
  })
}

function noAccounts(name: string): ConnectorError {
  return new ConnectorError(`${name} shared no account. Unlock it and allow this app to see one.`, {
    code: 'WALLET_NO_ACCOUNTS',
    parameters: { wallet: name },
  })
}
