import type { NamespaceId, NetworkId } from './caip.js'
import type { Closed } from './closed.js'

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
  /**
   * Address of the token contract that moves the network's own coin, where there is one: both are one amount (Celo calls it token
   * duality). The coin is shown and sent, and the token counts as the coin.
   */
  readonly coinToken?: string
  /** HTTP(S) or WS(S) endpoints, best first. */
  readonly rpcUrls: readonly string[]
  readonly explorer?: { readonly name: string; readonly url: string }
  readonly testnet?: boolean
  /** False where accounts hold tokens only: `nativeCurrency` is what fees are counted in, and nobody has a balance of it. Default true. */
  readonly hasCoin?: boolean
  /** Its end, where that is known: nobody is led there any more, and who is there is told. */
  readonly closed?: Closed
  /** A `data:` or `https:` picture, shown through `<img>` only. Without one, a gradient is drawn from the name. */
  readonly icon?: string
}
