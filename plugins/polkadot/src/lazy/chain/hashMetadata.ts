import { encodeHex } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import type { ApiPromise } from '@polkadot/api'
import type { PolkadotNetwork } from '../../networks.js'

/** What a payload says of the metadata it was built with (RFC-78). Mode 0 says nothing. */
export interface MetadataProof {
  readonly mode: 0 | 1
  readonly metadataHash: `0x${string}` | null
}

/** What is asked of the node's connection. */
export type MetadataSource = Pick<ApiPromise, 'registry' | 'runtimeMetadata' | 'runtimeVersion'>

const extension = 'CheckMetadataHash'

/** Whether the chain refuses a transaction that was built with a description of its calls that is not its own. */
export function provesMetadata({ registry }: MetadataSource, network: PolkadotNetwork): boolean {
  return registry.signedExtensions.includes(extension) && network.metadataHash !== false
}

/**
 * Hashes the metadata that the transaction was built with, so that the chain refuses the transaction if the node lied in
 * it: the runtime knows the hash of its own metadata, and the wallet signs this one.
 *
 * It is the metadata the connection reads calls with, and no other answer of the node, because a node could lie in one and
 * be honest in the other. Decimals and symbol are what the node told; a lie there changes the hash as well.
 *
 * @returns mode 0 where the runtime has no `CheckMetadataHash`, or the host says that it was built without the hash.
 * @throws BaseError `POLKADOT_METADATA_WRONG` when the metadata cannot be hashed, or is not of the runtime the node named.
 */
export async function hashMetadata(api: MetadataSource, network: PolkadotNetwork): Promise<MetadataProof> {
  const { registry, runtimeMetadata, runtimeVersion } = api
  if (!provesMetadata(api, network)) return { mode: 0, metadataHash: null }
  const { merkleizeMetadata } = await import('@polkadot-api/merkleize-metadata')
  const { decimals, symbol } = network.nativeCurrency
  try {
    const digest = merkleizeMetadata(runtimeMetadata.toU8a(), {
      decimals: registry.chainDecimals[0] ?? decimals,
      tokenSymbol: registry.chainTokens[0] ?? symbol,
      specName: runtimeVersion.specName.toString(),
      specVersion: runtimeVersion.specVersion.toNumber(),
    }).digest()
    return { mode: 1, metadataHash: `0x${encodeHex(digest)}` }
  } catch (cause) {
    throw new BaseError('The node’s description of its calls can’t be proven right. Nothing was sent.', {
      code: 'POLKADOT_METADATA_WRONG',
      cause,
      metaMessages: [
        `${network.name} checks the hash of its metadata, and none can be computed from what the node answered.`,
        'Expected metadata of version 15 or 16, of the runtime version that the node named.',
        'Try again with another endpoint.',
      ],
    })
  }
}
