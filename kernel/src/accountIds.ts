import type { ChainIdParts, NetworkId } from './caip.js'

const accountPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/
const assetPattern =
  /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})(?:\/([-.%a-zA-Z0-9]{1,78}))?$/

export interface AccountIdParts extends ChainIdParts {
  readonly networkId: NetworkId
  readonly address: string
}

export interface AssetIdParts extends ChainIdParts {
  readonly networkId: NetworkId
  readonly assetNamespace: string
  readonly assetReference: string
  readonly tokenId?: string
}

/** Splits a CAIP-10 account id, or answers `undefined` when it is not one. */
export function parseAccountId(value: string): AccountIdParts | undefined {
  const match = accountPattern.exec(value)
  if (!match) return undefined
  const [, namespace, reference, address] = match as unknown as [string, string, string, string]
  return { namespace, reference, networkId: `${namespace}:${reference}`, address }
}

/** Splits a CAIP-19 asset type or asset id, or answers `undefined` when it is neither. */
export function parseAssetId(value: string): AssetIdParts | undefined {
  const match = assetPattern.exec(value)
  if (!match) return undefined
  const [, namespace, reference, assetNamespace, assetReference, tokenId] = match as unknown as string[]
  return {
    namespace: namespace as string,
    reference: reference as string,
    networkId: `${namespace}:${reference}`,
    assetNamespace: assetNamespace as string,
    assetReference: assetReference as string,
    ...(tokenId === undefined ? {} : { tokenId }),
  }
}
