import type { NetworkId } from '@latchkey/kernel/plugin'
import { parseAssetId } from '@latchkey/kernel/contracts'
import { TokenIcon } from '@latchkey/ui-react'

export interface AssetPictureProps {
  /** CAIP-2 of a coin, CAIP-19 of a token. */
  readonly asset: string
  readonly symbol: string
  readonly networkName: string | undefined
}

/** The large picture of what is paid. */
export function AssetPicture({ asset, symbol, networkName }: AssetPictureProps) {
  const token = parseAssetId(asset)
  return (
    <TokenIcon
      symbol={symbol}
      networkId={(token?.networkId ?? asset) as NetworkId}
      address={token?.assetReference}
      networkName={networkName}
      size="lg"
    />
  )
}
