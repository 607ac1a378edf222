import type { Closed } from '@latchkey/kernel/contracts'

/** How a wallet's in-page provider is found, as the wallet registers it. */
export interface WalletDiscovery {
  /** EIP-6963 `info.rdns` values, main one first. */
  readonly rdns?: readonly string[]
  /** `wallet.name` in the Wallet Standard on Solana. */
  readonly solana?: string
  readonly bitcoin?: {
    /** Path below `window`. */
    readonly windowPath?: string
    /** `id` in `window.btc_providers` (WBIP-004). */
    readonly wbipId?: string
    /** `wallet.name` in the Wallet Standard. */
    readonly walletStandardName?: string
  }
  /** Key in `window.injectedWeb3`. */
  readonly polkadot?: string
  /** Path of a Keplr-style object. */
  readonly cosmos?: string
}

/** Links into a wallet's app. None of them is checked here: `checkedLink` of the WalletConnect plugin does. */
export interface WalletAppLinks {
  /** App scheme base for WalletConnect. */
  readonly native?: string
  /** https base for WalletConnect. */
  readonly universal?: string
  /** Whole WalletConnect links with `{uri}` for the encoded pairing URI. */
  readonly templates?: readonly string[]
  /** Opens the dapp in the wallet's browser: `{url}`, `{ref}` or `{hostAndPath}`. */
  readonly inAppBrowser?: string
  /** Base of the wallet's own Solana deep-link protocol. */
  readonly solana?: string
  /** Scheme of the wallet's app on a computer, for WalletConnect. */
  readonly desktop?: string
  /** https base of the wallet as a web page, for WalletConnect. */
  readonly webapp?: string
}

/** What is known of a wallet. A missing field means not verified, never "no". */
export interface WalletRecord {
  /** Stable: made of the name. */
  readonly id: string
  readonly name: string
  readonly homepage?: string
  /** CAIP-2 namespaces that a source shows; others may work too. */
  readonly namespaces?: readonly string[]
  readonly discovery?: WalletDiscovery
  readonly links?: WalletAppLinks
  /** Chrome Web Store id. */
  readonly chromeStoreId?: string
  /** `https:` address of its picture, from a hosted list. */
  readonly imageUrl?: string
  /** A hosted list says that its keeper examined it. */
  readonly isCertified?: boolean
  /** Its end, or that it takes no new people. It's in no list then, and who looks for it by name is told. */
  readonly closed?: Closed
  /** Its pages in app stores. */
  readonly stores?: {
    readonly ios?: string
    readonly android?: string
    readonly chrome?: string
    readonly firefox?: string
  }
}
