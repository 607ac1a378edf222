import {
  plainText,
  type NetworkId,
  namespaceOf,
  type WalletAsset,
  WalletAssets,
  type WalletsService,
  worthOfUnits,
} from '@latchkey/kernel/plugin'
import type { Holding } from '@latchkey/kernel/plugin'
import type { FoundHoldings } from './direct/directHoldings.js'
import type { HoldingsQuestion } from './holdings.js'
import { pictureOf } from './pictureOf.js'
import type { Source } from './sources.js'

/** Characters kept of what something is called. */
const nameLength = 60

export interface WalletHoldingsOptions {
  readonly wallets: WalletsService
}

/**
 * What the connected wallet itself says, where it offers that: nobody else learns the address. It knows prices in US
 * dollars only, so another currency is for other sources.
 */
export function createWalletHoldings({
  wallets,
}: WalletHoldingsOptions): Source<HoldingsQuestion, FoundHoldings> {
  return {
    source: 'wallet',
    async read({ networkId, address, currency }) {
      if (currency !== 'usd') return undefined
      const wallet = wallets.find({ namespace: namespaceOf(networkId), address, networkId })
      const assets = await wallet?.use(WalletAssets)?.read({ address })
      if (!assets) return undefined
      const holdings = assets.filter(isHeld).map((asset) => toHolding(networkId, asset))
      return { holdings: holdings.sort((left, right) => rank(left) - rank(right)), problems: [] }
    },
  }
}

/** Tokens without decimals are not shown as money (specification, section 5). */
function isHeld({ address, amount: { value, decimals } }: WalletAsset): boolean {
  return address === undefined || (value > 0n && decimals > 0)
}

const rank = ({ address }: Holding) => (address === undefined ? 0 : 1)

function toHolding(networkId: NetworkId, asset: WalletAsset): Holding {
  const { address, amount, priceInUsd: price } = asset
  const symbol = plainText(amount.symbol, 20)
  const icon = pictureOf(asset.icon)
  const worth = price === undefined ? undefined : worthOfUnits(amount.value, amount.decimals, price)
  return {
    networkId,
    name: plainText(asset.name, nameLength) || symbol,
    amount: { ...amount, symbol },
    ...(address === undefined ? {} : { address }),
    ...(icon === undefined ? {} : { icon }),
    ...(price === undefined ? {} : { price }),
    ...(worth === undefined ? {} : { worth }),
  }
}
