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
  // Each group takes part in a match.
  const [, namespace, reference, address] = match as string[] as [string, string, string, string]
  return { namespace, reference, networkId: `${namespace}:${reference}`, address }
}

/** What `assetPattern` finds: each group takes part in a match, except for the last. */
type AssetGroups = [whole: string, string, string, string, string, tokenId?: string]

/** Splits a CAIP-19 asset type or asset id, or answers `undefined` when it is neither. */
export function parseAssetId(value: string): AssetIdParts | undefined {
  const match = assetPattern.exec(value)
  if (!match) return undefined
  const [, namespace, reference, assetNamespace, assetReference, tokenId] = match as string[] as AssetGroups
  return {
    namespace,
    reference,
    networkId: `${namespace}:${reference}`,
    assetNamespace,
    assetReference,
    ...(tokenId === undefined ? {} : { tokenId }),
  }
}
