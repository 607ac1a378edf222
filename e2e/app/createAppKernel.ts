import { createKernel, type Kernel } from '@latchkey/kernel'
import { activity } from '@latchkey/plugin-activity/react'
import { addressBook } from '@latchkey/plugin-address-book/react'
import { approvals } from '@latchkey/plugin-approvals/react'
import { balances } from '@latchkey/plugin-balances/react'
import { analytics } from '@latchkey/plugin-analytics'
import { baseAccount } from '@latchkey/plugin-base-account'
import { bip122, bitcoinRegtest } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { emailAuth } from '@latchkey/plugin-email-auth/react'
import { identity } from '@latchkey/plugin-identity/react'
import { safe } from '@latchkey/plugin-safe'
import { ledger } from '@latchkey/plugin-ledger/react'
import { hostedOnramp } from '@latchkey/plugin-onramp'
import { onramp } from '@latchkey/plugin-onramp/react'
import { definePolkadotNetwork, polkadot } from '@latchkey/plugin-polkadot'
import { pay } from '@latchkey/plugin-pay/react'
import { paymentSwaps } from '@latchkey/plugin-pay/swap'
import { prices } from '@latchkey/plugin-prices'
import { oracleFeeds } from '@latchkey/plugin-prices/evm'
import { send } from '@latchkey/plugin-send/react'
import { defineSolanaNetwork, solana, solanaDevnet } from '@latchkey/plugin-solana'
import { walletData } from '@latchkey/plugin-wallet-data'
import { walletConnect } from '@latchkey/plugin-walletconnect/react'
import { walletDirectory } from '@latchkey/plugin-wallet-directory/react'
import { receive } from '@latchkey/plugin-receive/react'
import { evmSwaps, serviceSwaps } from '@latchkey/plugin-swap/evm'
import { swap } from '@latchkey/plugin-swap/react'
import { solanaSwaps } from '@latchkey/plugin-swap/solana'
import { siwx } from '@latchkey/plugin-siwx/react'
import type { AppConfiguration } from './configuration.js'
import { hostedWallets } from './hostedWallets.js'
import { hostilePlugins } from './hostilePlugins.js'

export function createAppKernel(configuration: AppConfiguration): Kernel {
  const { chains, rpcUrls, clusters, esploraUrl, substrates } = configuration
  return createKernel(
    [
      chains && eip155({ networks: chains, ...(rpcUrls ? { rpcUrls } : {}) }),
      clusters && solana({ networks: clusters.map(defineSolanaNetwork) }),
      esploraUrl !== undefined &&
        bip122({ networks: [bitcoinRegtest], esploraUrls: { [bitcoinRegtest.id]: esploraUrl } }),
      substrates &&
        polkadot({
          networks: substrates.map(definePolkadotNetwork),
          wallets: { Testwallet: { name: 'Test wallet' } },
        }),
      configuration.safe && safe(configuration.safe),
      configuration.baseAccount && baseAccount(configuration.baseAccount),
      configuration.hostedWallets !== undefined && hostedWallets(configuration.hostedWallets),
      configuration.relayUrl !== undefined && [
        walletConnect({ relayUrl: configuration.relayUrl }),
        walletDirectory(configuration.directory),
      ],
      configuration.ledger &&
        ledger(configuration.ledgerDescriptors ? { descriptors: configuration.ledgerDescriptors } : {}),
      configuration.emailAuth &&
        emailAuth({ ...configuration.emailAuth, ...hostLogin(configuration.tokenUrl) }),
      configuration.solana && solana({ networks: [solanaDevnet] }),
      configuration.walletData && walletData(configuration.walletData),
      configuration.balances && balances(configuration.balances),
      configuration.prices && prices([oracleFeeds(configuration.prices)]),
      configuration.activity && activity(),
      configuration.addressBook && addressBook(),
      configuration.approvals && approvals(),
      configuration.send && send(configuration.send),
      // A batch waits so long that only leaving the page sends it.
      configuration.analyticsService &&
        analytics({ batchDelay: 600_000, batchSize: 100, enabled: () => window.__latchkeyConsent === true }),
      configuration.analyticsUrl !== undefined &&
        analytics({ url: configuration.analyticsUrl, enabled: () => window.__latchkeyConsent === true }),
      configuration.identity && identity(configuration.identity),
      configuration.receive && receive(configuration.receive),
      (configuration.swap || configuration.solanaSwap) && swap(),
      configuration.swap && evmSwaps(configuration.swap),
      configuration.serviceSwap && serviceSwaps(configuration.serviceSwap),
      configuration.solanaSwap && solanaSwaps(configuration.solanaSwap),
      configuration.onramp && [...onramp(), hostedOnramp(configuration.onramp)],
      configuration.pay && [pay(), paymentSwaps()],
      configuration.siwx && siwx(configuration.siwx),
      (configuration.hostile ?? []).map((name) => hostilePlugins[name]?.()),
    ],
    { logLevel: 'silent', ...configuration.kernel },
  )
}

/** The app vouches for its own users. */
const hostLogin = (tokenUrl: string | undefined) =>
  tokenUrl === undefined ? {} : { getToken: async () => (await fetch(tokenUrl)).text() }
