import type { EvmToken } from '@latchkey/devstack/evm'
import type { OracleNetwork } from '@latchkey/plugin-prices/evm'
import type { EvmVenues } from '@latchkey/plugin-swap/evm'
import type { Chain, Hex } from 'viem'

/** What `npm run demo` started, as the page sees it. A chain that could not be started is absent. */
export interface LocalStack {
  readonly evm: {
    readonly chains: readonly {
      readonly chain: Chain
      readonly url: string
      readonly tokens: readonly EvmToken[]
    }[]
    /** Well-known keys. The first is that of an account with a name and a month of payments. */
    readonly accounts: readonly Hex[]
    /** The shop's owner, who has none of `accounts`. */
    readonly shopOwner: string
    /** Where tokens are swapped, by CAIP-2 network. */
    readonly venues: Readonly<Record<string, EvmVenues>>
    /** Feeds that say what things are worth, by CAIP-2 network. */
    readonly feeds: Readonly<Record<string, OracleNetwork>>
  }
  readonly solana?: {
    readonly url: string
    readonly genesisHash: string
    /** Secret keys in base58. */
    readonly accounts: readonly string[]
    /** Swaps tokens there from its own holdings. */
    readonly maker?: { readonly url: string; readonly tokensUrl: string; readonly address: string }
  }
  readonly bitcoin?: { readonly url: string }
  /** The shop's service that pays network fees (ERC-7677). */
  readonly shop?: { readonly paymasterUrl: string }
  /** Relay of the wallet "on a phone", which `/test-wallet/pair` hands a pairing link to. */
  readonly relay?: { readonly url: string }
  /** The wallet-data service over the EVM chains. */
  readonly walletData?: { readonly url: string; readonly nameZone: string }
  /** A provider that sells coins of the local chains, and the server that signs its pages. */
  readonly onramp?: {
    readonly url: string
    readonly sessionUrl: string
    readonly networkIds: readonly string[]
  }
  /** The service behind email login, and the page that shows its mails. */
  readonly embeddedWallet?: { readonly frameUrl: string; readonly mailUrl: string }
  readonly polkadot?: {
    readonly url: string
    readonly genesisHash: `0x${string}`
    readonly ss58Prefix: number
    readonly symbol: string
    readonly decimals: number
    /** Secret URIs. */
    readonly accounts: readonly string[]
  }
}

/** `undefined` when the page is served without local chains; it then offers public networks. */
export async function loadLocalStack(): Promise<LocalStack | undefined> {
  const response = await fetch('/local-stack.json')
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return response.ok && isJson ? ((await response.json()) as LocalStack) : undefined
}
