import type { Network } from '@latchkey/kernel/plugin'

export const suiCoin = { name: 'Sui', symbol: 'SUI', decimals: 9 } as const

/** How Sui's nodes name the coin. */
export const suiCoinType = '0x2::sui::SUI'

/** An amount of the coin, in its smallest unit (MIST). */
export const coins = (value: bigint) => ({ value, decimals: suiCoin.decimals, symbol: suiCoin.symbol })

const network = (reference: string, name: string, testnet?: true): Network => ({
  id: `sui:${reference}`,
  namespace: 'sui',
  name,
  nativeCurrency: suiCoin,
  rpcUrls: [],
  explorer: { name: 'Suiscan', url: `https://suiscan.xyz/${reference}` },
  ...(testnet && { testnet }),
})

/** Lists no endpoint: who serves JSON-RPC of Sui to a page is the host's to choose. */
export const suiMainnet = network('mainnet', 'Sui')
export const suiTestnet = network('testnet', 'Sui testnet', true)
