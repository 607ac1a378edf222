import type { Hex } from 'viem'
import { followBlocks } from '../indexer/followBlocks.js'
import { followSignatures } from '../indexer/followSignatures.js'
import type { Follow } from '../indexer/follower.js'
import type { EvmNode, WalletDataNode } from '../options.js'
import type { EvmNetwork } from '../service.js'
import { createBitcoinChain } from './bitcoin/bitcoinChain.js'
import type { BlockChain, Chain } from './chain.js'
import { createEvmChain, type EvmReadClient } from './evm/evmChain.js'

/** A chain with what reads it, where it is read here. */
export interface OpenedChain {
  readonly chain: Chain
  readonly follow: Follow | undefined
  readonly evmNetwork?: EvmNetwork
}

/** The libraries of a chain are loaded when a node of it is named. */
export async function openChain(node: WalletDataNode): Promise<OpenedChain> {
  const followed = (follow: Follow) => (node.isFollowed === false ? undefined : follow)
  const withBlocks = (chain: BlockChain) => ({
    chain,
    follow: followed((database, announce) => followBlocks(chain, database, announce)),
  })
  switch (node.namespace) {
    case 'eip155':
      return openEvm(node, withBlocks)
    case 'bip122':
      return withBlocks(await createBitcoinChain(node))
    case 'polkadot': {
      const { createPolkadotChain } = await import('./polkadot/polkadotChain.js')
      return withBlocks(await createPolkadotChain(node))
    }
    case 'solana': {
      const { createSolanaChain } = await import('./solana/solanaChain.js')
      const chain = await createSolanaChain(node)
      return {
        chain,
        follow: followed((database, announce) => followSignatures(chain, database, announce)),
      }
    }
  }
}

/** Where `startEvm` puts its universal resolver. */
export const localUniversalResolver = '0x633b3d9c442e870844CA883b56579A929c7A8615'

async function openEvm(node: EvmNode, withBlocks: (chain: BlockChain) => OpenedChain): Promise<OpenedChain> {
  const chain = await createEvmChain(node)
  const { chainId, client, asker } = chain
  const universalResolver = node.universalResolver ?? (await localResolver(client))
  return { ...withBlocks(chain), evmNetwork: { chainId, client, asker, universalResolver } }
}

async function localResolver(client: EvmReadClient): Promise<string | undefined> {
  const code = await client.getCode({ address: localUniversalResolver as Hex })
  return code === undefined || code === '0x' ? undefined : localUniversalResolver
}
