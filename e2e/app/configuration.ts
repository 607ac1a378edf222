import type { Kernel, KernelOptions } from '@latchkey/kernel'
import type { BalancesOptions } from '@latchkey/plugin-balances'
import type { BaseAccountOptions } from '@latchkey/plugin-base-account'
import type { EmailAuthOptions } from '@latchkey/plugin-email-auth'
import type { IdentityOptions } from '@latchkey/plugin-identity'
import type { PolkadotNetworkDefinition } from '@latchkey/plugin-polkadot'
import type { OracleFeedsOptions } from '@latchkey/plugin-prices/evm'
import type { SafeOptions } from '@latchkey/plugin-safe'
import type { SendOptions } from '@latchkey/plugin-send'
import type { SolanaNetworkDefinition } from '@latchkey/plugin-solana'
import type { ReceiveOptions } from '@latchkey/plugin-receive'
import type { HostedOnrampOptions } from '@latchkey/plugin-onramp'
import type { EvmSwapsOptions, ServiceSwapsOptions } from '@latchkey/plugin-swap/evm'
import type { SolanaSwapsOptions } from '@latchkey/plugin-swap/solana'
import type { SiwxOptions } from '@latchkey/plugin-siwx'
import type { WalletDataOptions } from '@latchkey/plugin-wallet-data'
import type { WalletDirectoryOptions } from '@latchkey/plugin-wallet-directory'
import type { KernelProviderProps } from '@latchkey/ui-react'
import type { Chain } from 'viem'

/** What a test asks of the app. Plain data: it crosses from the test into the page. */
export interface AppConfiguration {
  /** EVM chains. Without any the plugin is not listed; so with the others. */
  readonly chains?: readonly Chain[]
  /** Endpoints per chain id, instead of the chain's own. */
  readonly rpcUrls?: Readonly<Record<number, readonly string[]>>
  /** Solana clusters. */
  readonly clusters?: readonly SolanaNetworkDefinition[]
  /** Base of an Esplora-style interface of Bitcoin regtest. */
  readonly esploraUrl?: string
  /** Substrate chains. */
  readonly substrates?: readonly PolkadotNetworkDefinition[]
  /** Lists sign-in with these options. */
  readonly siwx?: Pick<SiwxOptions, 'required' | 'backend' | 'statement'>
  /** Lists balances. They need wallet data. */
  readonly balances?: BalancesOptions
  /** Lists prices from these feeds. */
  readonly prices?: OracleFeedsOptions
  /** Lists Base Account with these options. */
  readonly baseAccount?: BaseAccountOptions
  /** Lists Safe with these options. */
  readonly safe?: SafeOptions
  /** Lists sending with these options. */
  readonly send?: SendOptions
  /** Lists wallet data with these options; read from the chains without a service. */
  readonly walletData?: WalletDataOptions
  /** Lists analytics, which sends there once the page has consent. */
  readonly analyticsUrl?: string
  /** Lists analytics, which sends to the service of `walletData` once the page has consent. */
  readonly analyticsService?: boolean
  /** Lists names of accounts with these options. */
  readonly identity?: IdentityOptions
  /** Lists receiving with these options. */
  readonly receive?: ReceiveOptions
  /** Lists swapping, over these pools. */
  readonly swap?: EvmSwapsOptions
  /** Adds the swap routes of a wallet-data service to `swap`. */
  readonly serviceSwap?: ServiceSwapsOptions
  /** Lists swapping, with a service of Jupiter's protocol. */
  readonly solanaSwap?: SolanaSwapsOptions
  /** Lists buying, at this provider. */
  readonly onramp?: HostedOnrampOptions
  /** Lists paying, and swapping before it by the sources of `swap`. */
  readonly pay?: boolean
  /** Lists Ledger devices. */
  readonly ledger?: boolean
  /** What calls mean, to the page's review of them. */
  readonly ledgerDescriptors?: Readonly<Record<string, unknown>>
  /** Lists login by email with these options. */
  readonly emailAuth?: EmailAuthOptions
  /** Where the app's server returns the token of the person who is logged in. */
  readonly tokenUrl?: string
  /** Lists the activity. It needs wallet data. */
  readonly activity?: boolean
  /** Lists what others may move. */
  readonly addressBook?: boolean
  readonly approvals?: boolean
  /** Lists Solana's devnet. */
  readonly solana?: boolean
  /** Names of the hostile plugins of `hostilePlugins.ts` to list. */
  readonly hostile?: readonly string[]
  /** Renders under React's StrictMode. */
  readonly strict?: boolean
  /** Adds WalletConnect over this relay, and the list of wallets. */
  readonly relayUrl?: string
  /** Shows a button for this wallet. */
  readonly walletButton?: string
  /** Adds a hosted list of so many wallets. */
  readonly hostedWallets?: number
  /** What the list of wallets is told. */
  readonly directory?: WalletDirectoryOptions
  readonly kernel?: Pick<KernelOptions, 'id' | 'enableReconnect' | 'defaultNetwork'>
  readonly provider?: Partial<
    Pick<
      KernelProviderProps,
      'theme' | 'themeVariables' | 'dir' | 'connect' | 'blockUnsupportedNetwork' | 'slots'
    >
  >
}

declare global {
  interface Window {
    __latchkeyApp: AppConfiguration
    /** The page's kernel, unless the page has two. */
    kernel: Kernel
    /** Whether the person agreed to analytics. */
    __latchkeyConsent?: boolean
  }
}
