import type { NamespaceId, NetworkId } from './caip.js'

export interface Currency {
  readonly name: string
  readonly symbol: string
  /** Places between the smallest unit (wei, lamports, satoshi, planck) and the whole coin. */
  readonly decimals: number
}

/** One network, as the host lists it and as the modal shows it. */
export interface Network {
  /** CAIP-2. */
  readonly id: NetworkId
  readonly namespace: NamespaceId
  readonly name: string
  readonly nativeCurrency: Currency
  /** HTTP(S) or WS(S) endpoints, best first. */
  readonly rpcUrls: readonly string[]
  readonly explorer?: { readonly name: string; readonly url: string }
  readonly testnet?: boolean
  /** A `data:` or `https:` picture, shown through `<img>` only. Without one, a gradient is drawn from the name. */
  readonly icon?: string
}
