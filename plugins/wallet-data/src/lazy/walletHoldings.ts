import {
  plainText,
  type NetworkId,
  namespaceOf,
  type SessionService,
  type WalletAsset,
  WalletAssets,
  worthOfUnits,
} from '@latchkey/kernel/plugin'
import type { Holding } from '@latchkey/kernel/plugin'
import type { Chains } from './chains.js'
import type { FoundHoldings } from './direct/directHoldings.js'
import type { HoldingsQuestion } from './holdings.js'
import { pictureOf } from './pictureOf.js'
import type { Source } from './sources.js'

/** Characters kept of what something is called. */
const nameLength = 60

export interface WalletHoldingsOptions {
  readonly chains: Chains
  readonly session: SessionService
}

/**
 * What the connected wallet itself says, where it offers that: nobody else learns the address. It knows prices in US
 * dollars only, so another currency is for other sources.
 */
export function createWalletHoldings({
  chains,
  session,
}: WalletHoldingsOptions): Source<HoldingsQuestion, FoundHoldings> {
  /** What the wallet that holds the account offers; the active connection before others. */
  function providerOf(networkId: NetworkId, address: string): unknown {
    const id = namespaceOf(networkId)
    const namespace = chains.namespace(networkId)
    const active = session.activeConnection(id)
    const records = [...(active ? [active] : []), ...session.state.connections]
    const owner = records.find(({ accounts }) =>
      accounts.some(
        (account) => account.namespace === id && namespace?.isSameAddress(account.address, address),
      ),
    )
    return owner && session.connection(owner.id)?.provider(id)
  }

  return {
    source: 'wallet',
    async read({ networkId, address, currency }) {
      const reader = currency === 'usd' ? chains.capability(networkId, WalletAssets) : undefined
      const provider = reader && providerOf(networkId, address)
      if (!reader || provider === undefined) return undefined
      const assets = await reader.read({ networkId, address, provider })
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
