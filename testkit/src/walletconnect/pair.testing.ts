import type { Relay, RelayFaults } from '@latchkey/devstack/relay'
import { startRelay } from '@latchkey/devstack/relay'
import type { NamespaceConfig } from '@walletconnect/universal-provider'
import { UniversalProvider } from '@walletconnect/universal-provider'
import type { SessionTypes } from '@walletconnect/types'
import { closeForGood } from './steadyCore.js'
import type { WalletConnectWallet, WalletConnectWalletOptions } from './index.js'
import { createWalletConnectWallet } from './index.js'

export const ethereum = 'eip155:1'
export const anvil = 'eip155:31337'
export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
export const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

const deadNode = 'http://127.0.0.1:1'

/** What a dapp asks for, every chain with a node address so that the library never looks for a hosted one. */
export const proposals: Readonly<
  Record<'eip155' | 'solana' | 'bip122' | 'polkadot', NamespaceConfig[string]>
> = {
  eip155: {
    chains: [ethereum, anvil],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
    rpcMap: { [ethereum]: deadNode, [anvil]: deadNode },
  },
  solana: {
    chains: [solana],
    methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
    events: ['accountsChanged'],
    rpcMap: { [solana]: deadNode },
  },
  bip122: {
    chains: [bitcoin],
    methods: ['signMessage', 'signPsbt', 'sendTransfer', 'getAccountAddresses'],
    events: ['bip122_addressesChanged'],
    rpcMap: { [bitcoin]: deadNode },
  },
  polkadot: {
    chains: [polkadot],
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    events: ['accountsChanged'],
    rpcMap: { [polkadot]: deadNode },
  },
}

export type Dapp = Awaited<ReturnType<typeof UniversalProvider.init>>

export interface Pair {
  readonly relay: Relay
  readonly wallet: WalletConnectWallet
  readonly dapp: Dapp
  /** Proposes, hands the uri to the wallet and waits for its answer. */
  connect(optionalNamespaces?: NamespaceConfig): Promise<SessionTypes.Struct>
  address(chainId: string): string
  stop(): Promise<void>
}

/** A dapp that has the real client library alone. Without a store it keeps all in memory. */
export function openDapp(
  relayUrl: string,
  storage?: NonNullable<Parameters<typeof UniversalProvider.init>[0]['storage']>,
): Promise<Dapp> {
  return UniversalProvider.init({
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: crypto.randomUUID(),
    ...(storage ? { storage } : { storageOptions: { database: ':memory:' } }),
    metadata: { name: 'Dapp', description: 'A dapp', url: 'http://localhost:3000', icons: [] },
  })
}

/** A dapp on the real client library, a test wallet and a relay between them. */
export async function startPair(
  options: Partial<WalletConnectWalletOptions> & { readonly faults?: RelayFaults } = {},
): Promise<Pair> {
  const { faults = {}, ...walletOptions } = options
  const relay = await startRelay({ faults })
  const policies = { proposal: 'approve', request: 'approve', authentication: 'approve' } as const
  const wallet = await createWalletConnectWallet({ relayUrl: relay.url, policies, ...walletOptions })
  const dapp = await openDapp(relay.url)
  let pairing: Promise<void> = Promise.resolve()
  dapp.on('display_uri', (uri: string) => {
    pairing = wallet.pair(uri)
  })
  return {
    relay,
    wallet,
    dapp,
    async connect(optionalNamespaces = { eip155: proposals.eip155 }) {
      const session = await dapp.connect({ optionalNamespaces })
      await pairing
      if (!session) throw new Error('The dapp got no session.')
      return session
    },
    address(chainId) {
      const signer = wallet.signers.find(({ namespace }) => chainId.startsWith(`${namespace}:`))
      const [address] = signer?.addresses(chainId) ?? []
      if (!address) throw new Error(`The wallet has no address on ${chainId}.`)
      return address
    },
    async stop() {
      await wallet.close()
      await closeForGood(dapp.client.core)
      await relay.stop()
    },
  }
}
