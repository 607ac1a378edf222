import type { Hex } from 'viem'
import type { Database } from '../database/schema.js'
import { followBlocks } from '../indexer/followBlocks.js'
import type { Follower } from '../indexer/follower.js'
import type { EvmNode, WalletDataNode } from '../options.js'
import type { EvmNetwork } from '../service.js'
import type { Chain } from './chain.js'
import { createEvmChain, type EvmReadClient } from './evm/evmChain.js'

/** A chain with the one that reads it, where it is read here. */
export interface OpenedChain {
  readonly chain: Chain
  readonly follower: Follower | undefined
  readonly evmNetwork?: EvmNetwork
}

export async function openChain(node: WalletDataNode, database: Database): Promise<OpenedChain> {
  return openEvm(node, database)
}

/** Where `startEvm` puts its universal resolver. */
export const localUniversalResolver = '0x633b3d9c442e870844CA883b56579A929c7A8615'

async function openEvm(node: EvmNode, database: Database): Promise<OpenedChain> {
  const chain = await createEvmChain(node)
  const { chainId, client } = chain
  return {
    chain,
    follower: node.isFollowed === false ? undefined : followBlocks(chain, database),
    evmNetwork: {
      chainId,
      client,
      universalResolver: node.universalResolver ?? (await localResolver(client)),
    },
  }
}

async function localResolver(client: EvmReadClient): Promise<string | undefined> {
  const code = await client.getCode({ address: localUniversalResolver as Hex })
  return code === undefined || code === '0x' ? undefined : localUniversalResolver
}
