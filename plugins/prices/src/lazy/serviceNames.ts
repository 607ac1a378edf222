import type { NetworkId } from '@latchkey/kernel/plugin'

/**
 * What the two public price services call native coins and chains, read on 2026-11-22: ids of `/coins/list` and
 * `/asset_platforms` of CoinGecko's documentation, chain names of DefiLlama's (api-docs.defillama.com, "coins").
 */
export const coinIds: Readonly<Record<NetworkId, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'ethereum',
  'eip155:56': 'binancecoin',
  'eip155:100': 'xdai',
  'eip155:130': 'ethereum',
  'eip155:137': 'polygon-ecosystem-token',
  'eip155:324': 'ethereum',
  'eip155:480': 'ethereum',
  'eip155:8453': 'ethereum',
  'eip155:42161': 'ethereum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avalanche-2',
  'eip155:59144': 'ethereum',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  'bip122:000000000019d6689c085ae165831e93': 'bitcoin',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 'polkadot',
  'polkadot:68d56f15f85d3136970ec16946040bc1': 'polkadot',
}

/** Coins that prices are counted in. */
export const currencyIds: Readonly<Record<string, string>> = { btc: 'bitcoin', eth: 'ethereum' }

export const geckoPlatforms: Readonly<Record<NetworkId, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimistic-ethereum',
  'eip155:56': 'binance-smart-chain',
  'eip155:100': 'xdai',
  'eip155:137': 'polygon-pos',
  'eip155:324': 'zksync',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum-one',
  'eip155:42220': 'celo',
  'eip155:43114': 'avalanche',
  'eip155:59144': 'linea',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
}

export const llamaPlatforms: Readonly<Record<NetworkId, string>> = {
  'eip155:1': 'ethereum',
  'eip155:10': 'optimism',
  'eip155:56': 'bsc',
  'eip155:100': 'xdai',
  'eip155:137': 'polygon',
  'eip155:324': 'era',
  'eip155:8453': 'base',
  'eip155:42161': 'arbitrum',
  'eip155:42220': 'celo',
  'eip155:43114': 'avax',
  'eip155:59144': 'linea',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
}
