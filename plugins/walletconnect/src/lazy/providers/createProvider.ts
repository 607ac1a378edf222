import type { HttpService, LogService, Network } from '@latchkey/kernel/plugin'
import type { SessionAccess } from '../sessionConnection.js'
import { createBitcoinWallet } from './bitcoinWallet.js'
import { createEip155Provider } from './eip155Provider.js'
import { createPolkadotWallet } from './polkadotWallet.js'
import { createRequestProvider } from './requestProvider.js'
import { createSolanaWallet } from './solanaWallet.js'

export interface ProviderTools {
  /** The host's networks of the namespace. */
  readonly networks: readonly Network[]
  /** Node addresses by CAIP-2 id. */
  readonly rpcUrls: Readonly<Record<string, string>>
  readonly http: HttpService
  readonly log: LogService
}

/** What `Connection.provider` answers, in the shape the namespace's plugin works with. */
export function createProvider(namespace: string, session: SessionAccess, tools: ProviderTools): unknown {
  if (!session.view().approved.namespaces[namespace]) return undefined
  if (namespace === 'eip155') return createEip155Provider(session, tools)
  if (namespace === 'solana') return createSolanaWallet(session, tools)
  if (namespace === 'bip122') return createBitcoinWallet(session)
  if (namespace === 'polkadot') return createPolkadotWallet(session)
  return createRequestProvider(namespace, session)
}
