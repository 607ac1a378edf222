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

/** Facts of today that viem doesn't have yet, by network, each with its source and the day it was read. No network was asked from here. */
const corrections: Readonly<Record<number, Partial<EvmChain>>> = {
  // viem's own endpoint refused wallets that were handed it (reports of 2026); BNB Chain's documentation names this one. 2026-11-29.
  [chains.bsc.id]: { rpcUrls: { default: { http: ['https://bsc-dataseed.bnbchain.org'] } } },
  // The same. Listed by wallets that measured it in October 2026.
  [chains.sepolia.id]: { rpcUrls: { default: { http: ['https://ethereum-sepolia-rpc.publicnode.com'] } } },
  // A rollup of the OP stack since Arsia, 2026-04-22 (mantle-xyz/mantle-v2 #238, axelarjs-sdk #385). 2026-11-29.
  [chains.mantle.id]: { family: 'op-stack' },
  // A rollup of the OP stack since about 2026-05-12 (chainlink-evm #468, l2beat #11839). 2026-11-29.
  [chains.ronin.id]: { family: 'op-stack' },
  // L1GasPriceOracle of its documentation and of scroll-contracts. 2026-11-29.
  [chains.scroll.id]: {
    contracts: { gasPriceOracle: { address: '0x5300000000000000000000000000000000000002' } },
  },
  // Aurorascan is gone (doc.aurora.dev #81); these are the ones of Aurora itself (nearblocks #1096, chain-love #1531). Read 2026-11-29.
  [chains.aurora.id]: {
    blockExplorers: { default: { name: 'Aurora Explorer', url: 'https://explorer.mainnet.aurora.dev' } },
  },
  [chains.auroraTestnet.id]: {
    blockExplorers: { default: { name: 'Aurora Explorer', url: 'https://explorer.testnet.aurora.dev' } },
  },
}

/** Returns what the plugin reads of a chain of viem, as data, corrected where the network has moved on. */
export function dataOf(chain: chains.Chain): EvmChain {
  const read = readChain(chain)
  const { contracts, ...changes } = corrections[chain.id] ?? {}
  return { ...read, ...changes, ...(contracts && { contracts: { ...read.contracts, ...contracts } }) }
}

function readChain(chain: chains.Chain): EvmChain {
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
