import type { Network } from '@latchkey/kernel/plugin'

export const coin = { name: '__label__ coin', symbol: '__symbol__', decimals: 6 } as const

export const mainnet: Network = {
  id: '__id__:mainnet',
  namespace: '__id__',
  name: '__label__',
  nativeCurrency: coin,
  rpcUrls: ['https://rpc.__id__.example'],
}

/** An amount of the coin, in its smallest unit. */
export const coins = (value: bigint) => ({ value, decimals: coin.decimals, symbol: coin.symbol })
