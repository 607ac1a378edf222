import type { Clock } from '@latchkey/kernel/plugin'
import type { SolanaNetworks } from '../networks.js'
import type { SolanaRpc } from './rpc.js'

/** What everything that talks to the chain needs. */
export interface Client {
  readonly networks: SolanaNetworks
  readonly rpc: SolanaRpc
  readonly clock: Clock
}
