import type { Closed } from '@latchkey/kernel/contracts'
import type { Network, NetworkId } from '@latchkey/kernel/plugin'

/**
 * A chain as the host lists it, for example from `@latchkey/plugin-eip155/networks`. Every chain object of viem fits; a custom chain needs only the required members.
 *
 * @example
 * const localChain: EvmChain = {
 *   id: 31337,
 *   name: 'Local',
 *   nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
 *   rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
 * }
 */
export interface EvmChain {
  /** EIP-155 chain id. */
  readonly id: number
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** `default.http` is what the chain publishes for everyone, and what a wallet is told when it adds the chain. */
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  /** Where known contracts are: Multicall3 for token balances, the ENS universal resolver for names. */
  readonly contracts?: EvmContracts | undefined
  readonly testnet?: boolean | undefined
  /**
   * Whether the chain has a coin of its own. On one without, accounts hold tokens only and pay fees in one of them: no balance of a coin is
   * read or needed, and fees are told in `nativeCurrency`, in units of 10^-18. Default true; false for Tempo's chains.
   */
  readonly hasCoin?: boolean | undefined
  /**
   * Chains whose blocks, transactions or fees are not Ethereum's. What viem has for them (formatters, serializers, fees) is
   * loaded with the client. Not needed for chain objects of viem, which bring theirs.
   */
  readonly family?: EvmChainFamily | undefined
  /** Its end: nobody is led there any more, and who is there is told what to do. Default what the plugin knows of the chain's id. */
  readonly closed?: Closed | undefined
  /** A `data:` or `https:` picture. */
  readonly iconUrl?: string | undefined
}

export type EvmChainFamily = 'celo' | 'linea' | 'op-stack' | 'zksync'

export interface EvmContract {
  readonly address: `0x${string}`
  readonly blockCreated?: number | undefined
}

export interface EvmContracts {
  readonly multicall3?: EvmContract | undefined
  readonly ensUniversalResolver?: EvmContract | undefined
  /** Others of the chain, which nothing here asks. */
  readonly [name: string]: unknown
}

/** A listed chain with everything the plugin knows of it. */
export interface EvmNetwork {
  readonly network: Network
  readonly chain: EvmChain
  /** Endpoints a wallet may be given: the chain's own, never a private one of the host. */
  readonly walletRpcUrls: readonly string[]
}

export type EvmNetworks = ReadonlyMap<NetworkId, EvmNetwork>
