import { Metadata, TypeRegistry } from '@polkadot/types'
import type { MetadataSource } from '../src/lazy/chain/hashMetadata.js'

/** Real runtimes, of the fixtures of @polkadot/types-support. */
export const knownRuntimes = {
  polkadot: {
    read: () => import('@polkadot/types-support/metadata/v15/polkadot-hex'),
    decimals: 10,
    symbol: 'DOT',
  },
  polkadotAssetHub: {
    read: () => import('@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'),
    decimals: 10,
    symbol: 'DOT',
  },
  kusama: {
    read: () => import('@polkadot/types-support/metadata/v15/kusama-hex'),
    decimals: 12,
    symbol: 'KSM',
  },
  kusamaAssetHub: {
    read: () => import('@polkadot/types-support/metadata/v15/asset-hub-kusama-hex'),
    decimals: 12,
    symbol: 'KSM',
  },
  development: {
    read: () => import('@polkadot/types-support/metadata/v16/substrate-hex'),
    decimals: 12,
    symbol: 'UNIT',
  },
  /** With usernames as the first runtimes had them, before identities moved to the People chain. */
  relay2024: {
    read: () => import('@polkadot/types-support/metadata/v14/polkadot-hex'),
    decimals: 10,
    symbol: 'DOT',
  },
  /** From before the check of the metadata's hash. */
  old: {
    read: () => import('@polkadot/types-support/metadata/v13/polkadot-hex'),
    decimals: 10,
    symbol: 'DOT',
  },
} as const

export type KnownRuntime = keyof typeof knownRuntimes

/** 0x hex of the metadata, without what wraps it. */
export async function readMetadata(name: KnownRuntime): Promise<`0x${string}`> {
  const hex = String((await knownRuntimes[name].read()).default)
  return `0x${hex.slice(hex.indexOf('6d657461'))}`
}

/** The part of a node's connection that knows its runtime, as @polkadot/api has it. */
export function sourceOf(
  metadata: `0x${string}`,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
): MetadataSource {
  const registry = new TypeRegistry()
  const runtimeMetadata = new Metadata(registry, metadata)
  registry.setMetadata(runtimeMetadata)
  registry.setChainProperties(
    registry.createType('ChainProperties', { tokenDecimals: [decimals], tokenSymbol: [symbol] }) as never,
  )
  const version = runtimeMetadata.asLatest.pallets
    .find(({ name }) => name.eq('System'))
    ?.constants.find(({ name }) => name.eq('Version'))
  const runtimeVersion = registry.createType('RuntimeVersion', version?.value.toU8a(true))
  return { registry, runtimeMetadata, runtimeVersion } as unknown as MetadataSource
}
