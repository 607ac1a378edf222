import * as chains from 'viem/chains'
import type { EvmChain, EvmChainFamily } from '../src/evmChain.js'

/** The family whose formatters, serializers and fees the chain has. */
const familyOf = (chain: chains.Chain): EvmChainFamily | undefined => {
  if (chain.id === chains.celo.id) return 'celo'
  if (chain.formatters === chains.zksync.formatters) return 'zksync'
  if (chain.formatters === chains.optimism.formatters) return 'op-stack'
  if (chain.fees && chain.fees === chains.linea.fees) return 'linea'
  return (chain.formatters ?? chain.serializers ?? chain.fees) ? refuse(chain) : undefined
}

function refuse(chain: chains.Chain): never {
  throw new Error(`${chain.name} belongs to a family that completeChain does not know.`)
}

export const names = [
  'abstract',
  'arbitrum',
  'arbitrumSepolia',
  'aurora',
  'auroraTestnet',
  'avalanche',
  'avalancheFuji',
  'base',
  'baseSepolia',
  'berachain',
  'blast',
  'bsc',
  'celo',
  'filecoin',
  'gnosis',
  'hedera',
  'hoodi',
  'ink',
  'linea',
  'mainnet',
  'mantle',
  'mode',
  'monad',
  'moonbeam',
  'moonriver',
  'optimism',
  'optimismSepolia',
  'polygon',
  'polygonAmoy',
  'ronin',
  'scroll',
  'sepolia',
  'soneium',
  'sonic',
  'unichain',
  'worldchain',
  'zksync',
  'zora',
] as const satisfies readonly (keyof typeof chains)[]

/** What the plugin reads of a chain of viem, as data. */
export function dataOf(chain: chains.Chain): EvmChain {
  const { multicall3, ensUniversalResolver } = (chain.contracts ?? {}) as NonNullable<EvmChain['contracts']>
  const { name: explorer, url } = chain.blockExplorers?.default ?? {}
  const family = familyOf(chain)
  return {
    id: chain.id,
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
    rpcUrls: { default: { http: chain.rpcUrls.default.http } },
    ...(explorer && url && { blockExplorers: { default: { name: explorer, url } } }),
    ...((multicall3 || ensUniversalResolver) && {
      contracts: { ...(multicall3 && { multicall3 }), ...(ensUniversalResolver && { ensUniversalResolver }) },
    }),
    ...(chain.testnet && { testnet: true }),
    ...(family && { family }),
  }
}

/** The source of `src/networkData.ts`. */
export function generateNetworks(): string {
  const lines = names.map(
    (name) => `export const ${name}: EvmChain = ${JSON.stringify(dataOf(chains[name]), undefined, 2)}\n`,
  )
  return `// Written by scripts/writeNetworks.ts from the chains of viem: change the script, not this file.\nimport type { EvmChain } from './evmChain.js'\n\n${lines.join('\n')}`
}
