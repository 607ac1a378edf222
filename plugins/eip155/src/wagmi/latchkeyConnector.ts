import type { Kernel } from '@latchkey/kernel'
import {
  type ActiveWallet,
  ConnectRoute,
  ModalClosed,
  Navigation,
  Networks,
  Session,
  Wallets,
} from '@latchkey/kernel/wallet'
import { ConnectorError, type NetworkId } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import type { Address } from 'viem'
import { toChecksumAddress } from '../address.js'
import { Eip155Provider } from '../provider.js'
import type { Accounts, LatchkeyConnector, WagmiConfig } from './wagmiTypes.js'

const namespace = 'eip155'

/** While no wallet is connected. */
const ownName = 'Latchkey'

/**
 * A connector of wagmi 2 or 3 over the wallet that is connected here, whichever way it was: an announced wallet, one of
 * the page, a WalletConnect session. Connecting in the modal connects wagmi, and wagmi follows accounts, networks and
 * the end of the connection; wagmi's own `connect` opens the modal. List it as wagmi's only connector, with
 * `multiInjectedProviderDiscovery: false`, or wagmi finds the announced wallets a second time.
 *
 * Its `name` and `icon` are those of the wallet while one is connected.
 *
 * wagmi's `connect` fails with ConnectorError `USER_REJECTED` when the person closes the modal, and with
 * ConnectorError `MODAL_MISSING` when no modal is on the page.
 *
 * @param kernel must be started, which `KernelProvider` does: wagmi waits until earlier sessions are taken up.
 *
 * @example
 * const config = createConfig({
 *   chains: [mainnet],
 *   connectors: [latchkeyConnector(kernel)],
 *   multiInjectedProviderDiscovery: false,
 *   transports: { [mainnet.id]: http() },
 * })
 */
export function latchkeyConnector(kernel: Kernel): (config: WagmiConfig) => LatchkeyConnector {
  return (config) => createConnector(kernel, config)
}

function createConnector(kernel: Kernel, { chains, emitter }: WagmiConfig): LatchkeyConnector {
  const active = () => activeWallet(kernel)
  const required = () => requireWallet(kernel)

  function tell(wallet: ActiveWallet | undefined): void {
    if (!wallet) return emitter.emit('disconnect')
    // wagmi listens for changes while it is connected, and for a connection while it isn't.
    emitter.emit(emitter.listenerCount('change') > 0 ? 'change' : 'connect', factsOf(wallet))
  }

  const switchTo = async (chainId: number) => {
    const id: NetworkId = `eip155:${chainId}`
    if (required().networkId !== id) await kernel.get(Networks).switch(id)
  }

  const connect = createConnect(kernel, switchTo)

  return {
    id: 'latchkey',
    name: ownName,
    type: 'latchkey',
    async setup() {
      // wagmi has copied the members by now: only its own copy can follow the wallet.
      Object.defineProperties(this, {
        name: { get: () => active()?.connection.name ?? ownName, enumerable: true },
        icon: { get: () => active()?.connection.icon, enumerable: true },
      })
      // wagmi calls this while its store is being made, which takes events only afterwards.
      await Promise.resolve()
      kernel.get(Wallets).follow(tell, namespace)
    },
    connect,
    async disconnect() {
      const wallet = active()
      if (wallet) await kernel.get(Session).disconnect({ connectionId: wallet.connection.id })
    },
    getAccounts: async () => factsOf(required()).accounts,
    getChainId: async () => factsOf(required()).chainId,
    async getProvider() {
      await untilRestored(kernel)
      const provider = required().provider(Eip155Provider)
      if (!provider) throw notConnected()
      return provider
    },
    async isAuthorized() {
      await untilRestored(kernel)
      return active() !== undefined
    },
    async switchChain({ chainId }) {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw chainNotListed(chainId)
      await switchTo(chainId)
      return chain
    },
    // The wallet's own events come through the kernel.
    onAccountsChanged: () => tell(active()),
    onChainChanged: () => tell(active()),
    onDisconnect: () => tell(active()),
  }
}

/** wagmi's `connect`, whose accounts are of one of two forms. @param switchTo Asks the wallet for a chain. */
function createConnect(
  kernel: Kernel,
  switchTo: (chainId: number) => Promise<void>,
): LatchkeyConnector['connect'] {
  function connect<WithCapabilities extends boolean = false>(
    parameters?: Parameters<LatchkeyConnector['connect']>[0],
  ): Promise<{ accounts: Accounts<WithCapabilities>; chainId: number }>
  async function connect({
    chainId,
    isReconnecting,
    withCapabilities,
  }: Parameters<LatchkeyConnector['connect']>[0] = {}): Promise<{
    accounts: Accounts<true> | Accounts<false>
    chainId: number
  }> {
    await untilRestored(kernel)
    if (!activeWallet(kernel) && !isReconnecting) await chooseWallet(kernel)
    // A person who wants no other network is connected all the same: wagmi reads the network from what is returned.
    if (chainId !== undefined) await switchTo(chainId).catch(unlessGone)
    const facts = factsOf(requireWallet(kernel))
    if (!withCapabilities) return facts
    return { ...facts, accounts: facts.accounts.map((address) => ({ address, capabilities: {} })) }
  }
  return connect
}

const activeWallet = (kernel: Kernel) => kernel.get(Wallets).active(namespace)

function requireWallet(kernel: Kernel): ActiveWallet {
  const wallet = activeWallet(kernel)
  if (!wallet) throw notConnected()
  return wallet
}

/** The active account first, as wagmi takes the first one for its own. */
function factsOf({ account, connection, networkId }: ActiveWallet) {
  const others = connection.accounts.filter(
    (candidate) => candidate.namespace === namespace && candidate.address !== account.address,
  )
  const accounts = [account, ...others].flatMap(({ address }): readonly Address[] => {
    const checksummed = toChecksumAddress(address)
    return checksummed ? [checksummed] : []
  })
  // no money: a chain's number
  return { accounts, chainId: Number(networkId.slice('eip155:'.length)) }
}

/** A switch that failed leaves the wallet where it was; a wallet that left is a failure. */
function unlessGone(error: unknown): void {
  if (error instanceof ConnectorError && error.code === 'CONNECTION_NOT_FOUND') throw error
}

async function untilRestored(kernel: Kernel): Promise<void> {
  const { state } = kernel.get(Session)
  await new Promise<void>((resolve) => {
    if (state.restored) return resolve()
    const stop = kernel.get(Wallets).subscribe(() => {
      if (!state.restored) return
      stop()
      resolve()
    })
  })
}

/** Has the person connect a wallet in the modal. */
async function chooseWallet(kernel: Kernel): Promise<void> {
  const wallets = kernel.get(Wallets)
  if (!kernel.get(Navigation).open(ConnectRoute, { namespace })) throw modalMissing()
  await new Promise<void>((resolve, reject) => {
    const settle = (isClosed: boolean) => {
      const wallet = wallets.active(namespace)
      if (!wallet && !isClosed) return
      for (const stop of stops) stop()
      if (wallet) resolve()
      else reject(modalClosed())
    }
    const stops = [wallets.subscribe(() => settle(false)), kernel.events.on(ModalClosed, () => settle(true))]
  })
}

function notConnected(): ConnectorError {
  return new ConnectorError('No wallet is connected. Connect one and try again.', {
    code: 'CONNECTION_NOT_FOUND',
  })
}

/** No wallet was asked, so none declined. */
function modalClosed(): ConnectorError {
  return new ConnectorError('No wallet was chosen. Choose one to connect.', { code: 'USER_REJECTED' })
}

function modalMissing(): ConnectorError {
  return new ConnectorError(
    'No modal is on this page to choose a wallet in. Put KernelProvider around the app.',
    { code: 'MODAL_MISSING' },
  )
}

function chainNotListed(chainId: number): NetworkError {
  return new NetworkError('Network Not Found', {
    code: 'NETWORK_NOT_FOUND',
    metaMessages: [`The app does not list "eip155:${chainId}" in the chains of its wagmi config.`],
  })
}
