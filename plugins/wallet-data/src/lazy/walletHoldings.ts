import { type Multiplier, shownAmount } from '@latchkey/kernel/chain'
import {
  Balance,
  namespaceOf,
  type WalletAsset,
  WalletAssets,
  worthOfUnits,
} from '@latchkey/kernel/contracts'
import { plainText, type NetworkId } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type { Holding } from '@latchkey/kernel/contracts'
import type { FoundHoldings } from './direct/directHoldings.js'
import type { HoldingsQuestion } from './holdings.js'
import { pictureOf } from './pictureOf.js'
import { readMultipliers } from './readMultipliers.js'
import type { Source } from './sources.js'

/** Characters kept of what something is called. */
const nameLength = 60

export interface WalletHoldingsOptions {
  readonly wallets: WalletsService
}

/**
 * What the connected wallet itself says, where it offers that: nobody else learns the address. It knows prices in US
 * dollars only, so another currency is for other sources. Its amounts are what the chain moves (ERC-7811).
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
      const held = assets.filter(isHeld)
      const tokens = held.map((asset) => asset.address)
      const multiplierOf = await readMultipliers(wallets.chain(networkId, Balance), networkId, tokens)
      const holdings = held.map((asset) => toHolding(networkId, asset, multiplierOf(asset.address)))
      return { holdings: holdings.sort((left, right) => rank(left) - rank(right)), problems: [] }
    },
  }
}

/** Tokens without decimals are not shown as money (specification, section 5). */
function isHeld({ address, amount: { value, decimals } }: WalletAsset): boolean {
  return address === undefined || (value > 0n && decimals > 0)
}

const rank = ({ address }: Holding) => (address === undefined ? 0 : 1)

function toHolding(networkId: NetworkId, asset: WalletAsset, multiplier: Multiplier | undefined): Holding {
  const { address, priceInUsd: price } = asset
  const amount = shownAmount(asset.amount, multiplier)
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
