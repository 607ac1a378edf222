import type { Chain } from 'viem'
import type { EvmChain } from '../evmChain.js'

/** What of viem's transports is read: their addresses, which they tell once they are made for a chain. */
type WagmiTransport = (options: { readonly chain: Chain }) => {
  readonly config?: unknown
  readonly value?: unknown
}

export interface WagmiNetworksOptions {
  readonly chains: readonly Chain[]
  readonly transports: Readonly<Record<number, WagmiTransport>>
}

/** Options of `eip155()`. */
export interface WagmiNetworks {
  readonly networks: readonly EvmChain[]
  readonly rpcUrls: Readonly<Record<number, readonly string[]>>
}

/**
 * Makes the networks and endpoints of `eip155()` out of what wagmi's `createConfig` takes, so that an app writes them once.
 * Of a transport counts each http(s) address, in its order; a chain whose transport has none keeps the chain's own.
 *
 * @example
 * const chains = [mainnet, base] as const
 * const transports = { [mainnet.id]: http('https://rpc.example'), [base.id]: http() }
 * const kernel = createKernel([eip155(wagmiNetworks({ chains, transports }))])
 * const config = createConfig({ chains, transports, connectors: [latchkeyConnector(kernel)] })
 */
export function wagmiNetworks({ chains, transports }: WagmiNetworksOptions): WagmiNetworks {
  const listed = chains.map(
    (chain) => [chain.id, addressesOf(transports[chain.id]?.({ chain })?.value)] as const,
  )
  return { networks: chains, rpcUrls: Object.fromEntries(listed.filter(([, urls]) => urls.length > 0)) }
}

interface TransportValue {
  readonly url?: unknown
  /** Of viem's `fallback`. */
  readonly transports?: readonly { readonly value?: unknown }[]
}

function addressesOf(value: unknown): readonly string[] {
  const { url, transports = [] } = (value ?? {}) as TransportValue
  const own = typeof url === 'string' && /^https?:/.test(url) ? [url] : []
  return [...new Set([...own, ...transports.flatMap((one) => addressesOf(one.value))])]
}
