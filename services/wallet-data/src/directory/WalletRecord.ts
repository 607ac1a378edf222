/** What is known of a wallet, as the built-in directory writes it. A missing field means not verified, never "no". */
export interface WalletRecord {
  readonly id: string
  readonly name: string
  readonly homepage?: string
  readonly namespaces?: readonly string[]
  readonly discovery?: {
    readonly rdns?: readonly string[]
    readonly solana?: string
    readonly bitcoin?: {
      readonly windowPath?: string
      readonly wbipId?: string
      readonly walletStandardName?: string
    }
    readonly polkadot?: string
    readonly cosmos?: string
  }
  readonly links?: {
    readonly native?: string
    readonly universal?: string
    readonly templates?: readonly string[]
    readonly inAppBrowser?: string
    readonly solana?: string
  }
  readonly chromeStoreId?: string
  readonly closed?: { readonly on: string; readonly say: string }
  readonly stores?: { readonly ios?: string; readonly android?: string; readonly firefox?: string }
}
