import {
  type Clock,
  type Connection,
  ConnectorError,
  type ConnectRequest,
  type LogService,
  type NetworkId,
  wait,
} from '@latchkey/kernel/plugin'
import { notConnected } from '@latchkey/kernel/wallet'
import type { WalletAccess } from '../connections.js'
import type { ConnectionOpener } from '../discover/createConnector.js'
import type { EvmNetworks } from '../evmChain.js'
import type { Eip1193Provider } from '../provider.js'
import { askWallet } from './askWallet.js'
import { listenToHidden } from './listenToHidden.js'
import { followWallet } from './followWallet.js'
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
      const connection = await open(options, wallet, provider, request, 'eth_requestAccounts')
      if (!connection) throw noAccounts(wallet.name)
      return connection
    },
    async restore(wallet, request) {
      const provider = wallet.provider() ?? (await appeared(wallet, options.clock, request.signal))
      return provider && open(options, wallet, provider, request, 'eth_accounts')
    },
    listen(wallet, request) {
      const provider = wallet.provider()
      if (provider) listenToHidden(provider, wallet.name, options.log, request)
    },
  }
}

/**
 * Listens before anything is asked, so that no change is missed, and lets go of the wallet when asking fails. The kernel keeps what
 * is reported before the connection is made.
 */
async function open(
  { networks, clock, log }: OpenerOptions,
  { name, kind = 'eoa' }: WalletAccess,
  provider: Eip1193Provider,
  { signal, onChange }: ConnectRequest,
  method: 'eth_requestAccounts' | 'eth_accounts',
): Promise<Connection | undefined> {
  const wallet = followWallet({ provider, name, kind, clock, log, signal, tell: onChange })
  const over = new AbortController()
  let overtaken: AbortController | undefined
  let revoked: Promise<void> | undefined
  let isShared = false
  try {
    isShared = await wallet.begin(method)
  } finally {
    if (!isShared) wallet.stop()
  }
  if (!isShared) return undefined
  const stop = () => {
    wallet.stop()
    over.abort(notConnected())
    overtaken?.abort()
  }
  return {
    get accounts() {
      return wallet.accounts()
    },
    get networks() {
      return { eip155: wallet.networkId() as NetworkId }
    },
    provider: () => provider,
    async switchNetwork(next) {
      const { arrival, networkId: announced } = wallet
      overtaken?.abort()
      overtaken = new AbortController()
      const signals = { signal: over.signal, overtaken: overtaken.signal }
      await switchNetwork({
        provider,
        name,
        networks,
        clock,
        networkId: next,
        announced,
        arrival,
        ...signals,
      })
      wallet.moveTo(next)
    },
    refresh: wallet.refresh,
    disconnect() {
      stop()
      revoked ??= revoke(provider, clock, log)
      return revoked
    },
    release: stop,
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
