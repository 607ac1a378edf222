import { icons } from '@latchkey/icons'
import { createKernel, type Kernel, type PluginInput } from '@latchkey/kernel'
import { incomingNotices } from '@latchkey/plugin-activity'
import { activity } from '@latchkey/plugin-activity/react'
import { balances, portfolio } from '@latchkey/plugin-balances/react'
import { bip122, bitcoinRegtest, bitcoinSignet } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { emailAuth } from '@latchkey/plugin-email-auth/react'
import { identity } from '@latchkey/plugin-identity/react'
import { ledger } from '@latchkey/plugin-ledger/react'
import { hostedOnramp } from '@latchkey/plugin-onramp'
import { onramp } from '@latchkey/plugin-onramp/react'
import { pay } from '@latchkey/plugin-pay/react'
import { paymentSwaps } from '@latchkey/plugin-pay/swap'
import { definePolkadotNetwork, polkadot, westendAssetHub } from '@latchkey/plugin-polkadot'
import { defiLlama, prices } from '@latchkey/plugin-prices'
import { oracleFeeds, poolPrices } from '@latchkey/plugin-prices/evm'
import { addressBook } from '@latchkey/plugin-address-book/react'
import { approvals } from '@latchkey/plugin-approvals/react'
import { receive } from '@latchkey/plugin-receive/react'
import { send } from '@latchkey/plugin-send/react'
import { siwx } from '@latchkey/plugin-siwx/react'
import { defineSolanaNetwork, solana, solanaDevnet } from '@latchkey/plugin-solana'
import { evmSwaps } from '@latchkey/plugin-swap/evm'
import { swap } from '@latchkey/plugin-swap/react'
import { solanaSwaps } from '@latchkey/plugin-swap/solana'
import { walletData } from '@latchkey/plugin-wallet-data'
import { walletDirectory } from '@latchkey/plugin-wallet-directory/react'
import { walletConnect } from '@latchkey/plugin-walletconnect/react'
import { watchOnly } from '@latchkey/plugin-watch-only/react'
import { base, mainnet, sepolia } from 'viem/chains'
import { hasDeviceAccess } from './hasDeviceAccess.js'
import { localPictures } from './localPictures.js'
import type { LocalStack } from './localStack.js'
import { broken, greeting } from './plugins.js'
import { type PluginName, type Settings, workingPlugins } from './settings.js'

const localSolana = ({ genesisHash, url }: NonNullable<LocalStack['solana']>) =>
  defineSolanaNetwork({
    genesisHash,
    name: 'Local Solana',
    rpcUrls: [url],
    walletStandardChain: 'solana:localnet',
  })

function makerOf(cluster: NonNullable<LocalStack['solana']>): PluginInput {
  const { maker } = cluster
  if (!maker) return undefined
  const { url, tokensUrl, address } = maker
  const { id: networkId } = localSolana(cluster)
  return solanaSwaps({ url, tokensUrl, makers: [address], networkId, name: 'Local market maker' })
}

const localProvider = ({ url, sessionUrl, networkIds }: NonNullable<LocalStack['onramp']>) =>
  hostedOnramp({
    ...{
      id: 'local',
      name: 'Local provider',
      origin: url,
      sessionUrl,
      statusUrl: `${url}/orders`,
      data: { url },
    },
    networks: Object.fromEntries(networkIds.map((id) => [id, id])),
  })

const tokensOf = (stack: LocalStack | undefined) =>
  Object.fromEntries((stack?.evm.chains ?? []).map(({ chain, tokens }) => [`eip155:${chain.id}`, tokens]))

/** What each switch of the set-up adds to the list. A chain that was not started adds nothing. */
const factories: Readonly<
  Record<PluginName, (stack: LocalStack | undefined, settings: Settings) => PluginInput>
> = {
  eip155(stack) {
    if (!stack) return eip155({ networks: [mainnet, base, sepolia] })
    // The local chains tell a month of somebody's life, which is more than the two weeks that are looked back otherwise.
    return eip155({ networks: stack.evm.chains.map(({ chain }) => chain), history: { days: 45 } })
  },
  solana(stack) {
    if (!stack) return solana({ networks: [solanaDevnet] })
    return stack.solana && solana({ networks: [localSolana(stack.solana)] })
  },
  bip122(stack) {
    if (!stack) return bip122({ networks: [bitcoinSignet] })
    if (!stack.bitcoin) return undefined
    return bip122({ networks: [bitcoinRegtest], esploraUrls: { [bitcoinRegtest.id]: [stack.bitcoin.url] } })
  },
  polkadot(stack) {
    if (!stack) return polkadot({ networks: [westendAssetHub] })
    if (!stack.polkadot) return undefined
    const { genesisHash, ss58Prefix, symbol, decimals, url } = stack.polkadot
    const network = { name: 'Local Polkadot', genesisHash, ss58Prefix, rpcUrls: [url] }
    return polkadot({
      networks: [definePolkadotNetwork({ ...network, nativeCurrency: { name: symbol, symbol, decimals } })],
      // Injected wallets tell neither a name nor a picture.
      wallets: { Testwallet: { name: 'Test wallet' } },
    })
  },
  emailAuth(stack) {
    if (!stack?.embeddedWallet) return undefined
    const { frameUrl } = stack.embeddedWallet
    const networks = [
      ...stack.evm.chains.map(({ chain }) => `eip155:${chain.id}` as const),
      ...(stack.solana ? [localSolana(stack.solana).id] : []),
    ]
    // The local provider plays each of them, and a local relay plays Farcaster's.
    return emailAuth({
      frameUrl,
      networks,
      socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
      passkey: true,
    })
  },
  walletConnect: (stack) => stack?.relay && walletConnect({ relayUrl: stack.relay.url }),
  ledger: () => hasDeviceAccess() && ledger(),
  walletDirectory: () => walletDirectory(),
  walletData(stack, { dataService }) {
    return walletData({ tokens: tokensOf(stack), ...(dataService ? stack?.walletData : {}) })
  },
  // The local chains are test networks, and keep names of their own.
  identity: (stack) => identity(stack ? { testnets: true } : {}),
  balances: () => [...balances(), ...portfolio()],
  prices: (stack, { plugins }) =>
    prices([
      oracleFeeds(stack ? { networks: stack.evm.feeds } : {}),
      ...(plugins.includes('swap') ? [poolPrices()] : []),
      // The local chains are known to nobody else.
      ...(stack ? [] : [defiLlama()]),
    ]),
  activity: () => activity(),
  incomingNotices: (stack) => incomingNotices({ tokens: tokensOf(stack) }),
  onramp: (stack) => stack?.onramp && [...onramp(), localProvider(stack.onramp)],
  swap: (stack, { plugins }) => [
    ...swap(),
    plugins.includes('eip155') && evmSwaps(stack ? { venues: stack.evm.venues } : {}),
    plugins.includes('solana') && stack?.solana && makerOf(stack.solana),
  ],
  pay: () => [...pay(), paymentSwaps()],
  send: () => send(),
  receive: () => receive(),
  addressBook: () => addressBook(),
  approvals: () => approvals(),
  watchOnly: () => watchOnly(),
  icons: (stack) => [...(stack ? [localPictures(stack)] : []), icons()],
  // With the local chains comes a server that verifies; without, the page keeps what was signed.
  siwx: (stack) => siwx({ required: true, ...(stack ? { backend: '/api/siwx' } : {}) }),
  greeting,
  broken,
}

/** The kernel of the current set-up. Plugins are left out by leaving them out of the list. */
export function createDemoKernel(settings: Settings, stack: LocalStack | undefined): Kernel {
  return createKernel(
    workingPlugins(settings.plugins).map((name) => factories[name](stack, settings)),
    {
      id: 'playground',
      app: { name: 'Latchkey playground', description: 'Try any wallet on any chain.' },
      enableReconnect: settings.enableReconnect,
    },
  )
}
