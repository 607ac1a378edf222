import { type Amount, parseAssetId, Prices, worthOf } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { useKernel, useLoaded } from '@latchkey/ui-react'
import { useMemo } from 'react'

/** Returns the value of an amount in dollars, as a decimal string. `undefined` where no plugin provides prices, or none knows this asset. */
export function useWorth(amount: Amount | undefined, asset: string | undefined): string | undefined {
  const prices = useKernel().find(Prices)
  const load = useMemo(() => {
    if (!prices || asset === undefined) return undefined
    const token = parseAssetId(asset)
    const networkId = (token?.networkId ?? asset) as NetworkId
    return () => prices.read({ networkId, ...(token ? { address: token.assetReference } : {}) })
  }, [prices, asset])
  const { price } = useLoaded('price', load)
  return amount && worthOf(amount, price, 'usd')
}
