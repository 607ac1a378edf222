import type { Network, NetworkId } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'

/** How settled a block must be for what is read of it to count. `confirmed` is voted for, `finalized` cannot go away. */
export type SolanaCommitment = 'processed' | 'confirmed' | 'finalized'

/** A cluster as Wallet Standard names it. It is not CAIP-2: the two are mapped by {@link SolanaNetwork}. */
export type WalletStandardChain = `solana:${string}`

/** A Solana cluster as the host lists it. */
export interface SolanaNetwork extends Network {
  /** What wallets are told, for example `solana:mainnet`. */
  readonly walletStandardChain: WalletStandardChain
  /** Default `confirmed`. */
  readonly commitment?: SolanaCommitment
  /** Whether the programs that keep names are here, at mainnet's addresses. Default false; `solanaMainnet` says true. */
  readonly names?: boolean
}

/** Listed networks by CAIP-2 id. */
export type SolanaNetworks = ReadonlyMap<NetworkId, SolanaNetwork>

const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }

/** Mainnet Beta. Its public endpoint is rate-limited and refuses many browsers: give `rpcUrls` in production. */
export const solanaMainnet: SolanaNetwork = {
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  namespace: 'solana',
  name: 'Solana',
  nativeCurrency,
  rpcUrls: ['https://api.mainnet-beta.solana.com'],
  explorer: { name: 'Solana Explorer', url: 'https://explorer.solana.com/' },
  walletStandardChain: 'solana:mainnet',
  names: true,
}

export const solanaDevnet: SolanaNetwork = {
  id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  namespace: 'solana',
  name: 'Solana Devnet',
  nativeCurrency,
  rpcUrls: ['https://api.devnet.solana.com'],
  explorer: { name: 'Solana Explorer', url: 'https://explorer.solana.com/?cluster=devnet' },
  testnet: true,
  walletStandardChain: 'solana:devnet',
}

export const solanaTestnet: SolanaNetwork = {
  id: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  namespace: 'solana',
  name: 'Solana Testnet',
  nativeCurrency,
  rpcUrls: ['https://api.testnet.solana.com'],
  explorer: { name: 'Solana Explorer', url: 'https://explorer.solana.com/?cluster=testnet' },
  testnet: true,
  walletStandardChain: 'solana:testnet',
}

/**
 * Ids that were in use before the namespace followed CAIP-2, with the ones in their place. Old wallets and old storage
 * still name them: they are understood wherever a network id is read, and never written.
 */
export const deprecatedNetworkIds: Readonly<Record<string, NetworkId>> = {
  'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** The id in use today: a deprecated one is replaced, any other is answered as it is. */
export function currentNetworkId(networkId: NetworkId): NetworkId {
  return Object.hasOwn(deprecatedNetworkIds, networkId)
    ? (deprecatedNetworkIds[networkId] as NetworkId)
    : networkId
}

/** Finds a listed network, by a deprecated id too. @throws NetworkError `NETWORK_NOT_FOUND` */
export function networkOf(networks: SolanaNetworks, networkId: NetworkId): SolanaNetwork {
  const network = networks.get(currentNetworkId(networkId))
  if (network) return network
  throw new NetworkError('Network Not Found', {
    code: 'NETWORK_NOT_FOUND',
    metaMessages: [`solana() does not list "${networkId}". Add it to "networks".`],
  })
}
