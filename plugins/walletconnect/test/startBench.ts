import { type Relay, type RelayOptions, startRelay } from '@latchkey/devstack/relay'
import { createKernel } from '@latchkey/kernel'
import { findCapability, SignMessage } from '@latchkey/kernel/contracts'
import { Namespace } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import type { Kernel } from '@latchkey/kernel'
import type { SessionService } from '@latchkey/kernel/wallet'
import type { Clock, NamespaceId, Plugin } from '@latchkey/kernel/plugin'
import { eip155 } from '@latchkey/plugin-eip155'
import { solana, solanaMainnet } from '@latchkey/plugin-solana'
import {
  createWalletConnectWallet,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
} from '@latchkey/testkit/walletconnect'
import { walletConnect, type WalletConnectStorage } from '../src/index.js'

export const ethereum = 'eip155:1'
export const anvil = 'eip155:31337'
export const solanaId = solanaMainnet.id

/** Those of a wallet that signs and cannot be asked for networks. */
export const signingMethods = ['personal_sign', 'eth_sendTransaction', 'solana_signMessage']

const deadNode = 'http://127.0.0.1:1'
/** An EVM network whose node is not there, or is the given one. */
export const evmChain = (id: number, name: string, node = deadNode) => ({
  id,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [node] } },
})

/** What outlives a page: the kernel's storage and the client library's. */
export interface Device {
  readonly kernelStorage: Map<string, string>
  /** One for each open page: told what another page of the device changed. */
  readonly tabs: Set<(key: string) => void>
  readonly clientStorage: WalletConnectStorage & { readonly entries: Map<string, unknown> }
}

export function newDevice(): Device {
  const entries = new Map<string, unknown>()
  return {
    kernelStorage: new Map(),
    tabs: new Set(),
    clientStorage: {
      entries,
      getKeys: async () => [...entries.keys()],
      getEntries: async <T>() => [...entries] as [string, T][],
      getItem: async <T>(key: string) => entries.get(key) as T | undefined,
      setItem: async (key, value) => void entries.set(key, structuredClone(value)),
      removeItem: async (key) => void entries.delete(key),
    },
  }
}

export interface Page {
  readonly kernel: Kernel
  readonly session: SessionService
  /** Uris the connector reported, oldest first. */
  readonly uris: string[]
  /** Connects; every uri goes to `scan`. */
  connect(scan?: (uri: string) => void, signal?: AbortSignal): ReturnType<SessionService['connect']>
  sign(
    namespace: NamespaceId,
    message: string,
  ): Promise<{ readonly address: string; readonly signature: string }>
}

export interface Bench {
  readonly relay: Relay
  readonly wallet: WalletConnectWallet
  /** Opens the app; the same device is a reload. */
  open(device?: Device, chains?: readonly ('eip155' | 'solana')[] | readonly Plugin[]): Promise<Page>
  /** Moves the pages' clock on, in milliseconds. */
  advance(milliseconds: number): void
  stop(): Promise<void>
}

export async function startBench(
  wallet: Partial<WalletConnectWalletOptions> = {},
  relayOptions: RelayOptions = {},
): Promise<Bench> {
  const relay = await startRelay(relayOptions)
  const policies = { proposal: 'approve', request: 'approve', authentication: 'approve' } as const
  const held = await createWalletConnectWallet({ relayUrl: relay.url, policies, ...wallet })
  const pages: Page[] = []
  let ahead = 0
  const clock: Clock = {
    now: () => Date.now() + ahead,
    setTimeout: (callback, delay) => setTimeout(callback, delay),
    clearTimeout: (handle) => clearTimeout(handle),
  }
  return {
    relay,
    wallet: held,
    async open(device = newDevice(), chains = ['eip155', 'solana']) {
      const page = await openPage(relay, device, chains.map(chainPlugin), clock)
      pages.push(page)
      return page
    },
    advance(milliseconds) {
      ahead += milliseconds
    },
    async stop() {
      for (const { kernel } of pages) await kernel.dispose()
      await held.close()
      await relay.stop()
    },
  }
}

function chainPlugin(chain: 'eip155' | 'solana' | Plugin): Plugin {
  if (typeof chain !== 'string') return chain
  if (chain === 'solana') return solana({ networks: [{ ...solanaMainnet, rpcUrls: [deadNode] }] })
  return eip155({ networks: [evmChain(1, 'Ethereum'), evmChain(31337, 'Local')] })
}

async function openPage(
  relay: Relay,
  device: Device,
  chains: readonly Plugin[],
  clock: Clock,
): Promise<Page> {
  const { kernelStorage, clientStorage, tabs } = device
  const own = new Set<(key: string) => void>()
  const tellOthers = (key: string) => {
    for (const tab of tabs) if (!own.has(tab)) tab(key)
  }
  const kernel = createKernel([...chains, walletConnect({ relayUrl: relay.url, storage: clientStorage })], {
    clock,
    logLevel: 'silent',
    onPluginError: 'throw',
    app: { name: 'Bench', url: 'http://localhost' },
    storage: {
      get: (key) => kernelStorage.get(key) ?? null,
      set(key, value) {
        kernelStorage.set(key, value)
        tellOthers(key)
      },
      remove(key) {
        kernelStorage.delete(key)
        tellOthers(key)
      },
      subscribe(listener) {
        own.add(listener)
        tabs.add(listener)
        return () => {
          own.delete(listener)
          tabs.delete(listener)
        }
      },
    },
  })
  await kernel.start()
  const session = kernel.get(Session)
  const uris: string[] = []
  return {
    kernel,
    session,
    uris,
    connect(scan = () => {}, signal) {
      const onUri = (uri: string) => {
        uris.push(uri)
        scan(uri)
      }
      return session.connect({ connectorId: 'walletConnect', onUri, ...(signal ? { signal } : {}) })
    },
    async sign(namespace, message) {
      const found = kernel.list(Namespace).find(({ id }) => id === namespace)
      const account = session.activeAccount(namespace)
      const connection = session.activeConnection(namespace)
      const capability = findCapability(found?.capabilities ?? [], SignMessage)
      const networkId = connection?.networks[namespace]
      if (!account || !capability || !networkId) throw new Error(`Not connected on ${namespace}.`)
      const provider = session.provider({ namespace })
      const { signature } = await capability.sign({ account, networkId, provider, message })
      return { address: account.address, signature }
    },
  }
}
