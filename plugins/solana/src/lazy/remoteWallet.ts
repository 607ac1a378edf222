import { decodeBase58 } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { RemoteAdapter, RemoteSession } from '@latchkey/kernel/contracts'
import { createRemoteFeatures } from './createRemoteFeatures.js'

/** Clusters by the reference of their CAIP-2 id, for networks that do not say their Wallet Standard name. */
const clusters: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** Solana over a session, as a Wallet Standard wallet. */
export const remoteAdapter: RemoteAdapter = { createProvider }

function createProvider(session: RemoteSession) {
  const chainOf = (networkId: string): string => {
    const named = session.networks.find(({ id }) => id === networkId) as
      | { walletStandardChain?: string }
      | undefined
    return named?.walletStandardChain ?? clusters[networkId.split(':')[1] ?? ''] ?? networkId
  }
  const chains = () => session.networkIds().map(chainOf)

  /** A chain that the session does not have is refused by the session, under the name it was asked for. */
  function ask(chain: string | undefined, method: string, params: unknown): Promise<unknown> {
    const networkId = chain && (session.networkIds().find((id) => chainOf(id) === chain) ?? chain)
    return session.request({ method, params }, networkId as NetworkId | undefined)
  }

  const features = createRemoteFeatures(session, ask)

  return {
    version: '1.0.0' as const,
    name: session.walletName,
    get chains() {
      return chains()
    },
    get accounts() {
      return session.accounts().map(({ address }) => ({
        address,
        publicKey: decodeBase58(address) as Uint8Array,
        chains: chains(),
        features: Object.keys(features),
      }))
    },
    features,
  }
}
