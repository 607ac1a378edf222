import type { BalanceCapability, Clock, HistoryCapability, HttpService } from '@latchkey/kernel/plugin'
import type { SolanaNetworks } from '../networks.js'
import type { Client } from './client.js'
import { createHistory } from './history/createHistory.js'
import { createBalanceReader } from './readBalance.js'
import { createRpc } from './rpc.js'

/** All that asks nodes and signs nothing. */
export interface Reader {
  readonly client: Client
  readonly balance: Required<Pick<BalanceCapability, 'native' | 'tokens'>>
  readonly history: HistoryCapability
}

export function createReader(networks: SolanaNetworks, http: HttpService, clock: Clock): Reader {
  const client: Client = { networks, clock, rpc: createRpc(http) }
  return {
    client,
    balance: createBalanceReader(networks, client.rpc),
    history: createHistory(client),
  }
}
