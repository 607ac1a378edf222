import type { Chain } from 'viem'
import type { EvmChain, EvmChainFamily } from '../evmChain.js'

const families: Record<EvmChainFamily, () => Promise<Partial<Chain>>> = {
  // viem's own chain does not take over the contracts of its family.
  celo: async () => ({ ...(await import('viem/celo')).chainConfig, contracts: {} }) as Partial<Chain>,
  linea: async () => ({ fees: (await import('./lineaFees.js')).fees }),
  'op-stack': async () => (await import('viem/op-stack')).chainConfig as Partial<Chain>,
  zksync: async () => (await import('viem/zksync')).chainConfig as Partial<Chain>,
}

/** The chain with viem's formatters, serializers and fees, loaded for the families that differ from Ethereum. */
export async function completeChain(chain: EvmChain): Promise<Chain> {
  // What viem needs of a chain is what EvmChain requires; the rest of the host's object passes through.
  if (chain.family === undefined) return chain as Chain
  const config = await families[chain.family]()
  return { ...config, ...chain, contracts: { ...config.contracts, ...chain.contracts } } as Chain
}
