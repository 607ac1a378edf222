import type { BalanceCapability, HistoryCapability, PaymentLinkRequest } from '@latchkey/kernel/contracts'
import { type Clock, type HttpService, lazy, type LogService } from '@latchkey/kernel/plugin'
import type { SolanaNetworks } from '../networks.js'
import type { Client } from './client.js'
import { createHistory } from './history/createHistory.js'
import { createPaymentLink } from './createPaymentLink.js'
import { createBalanceReader } from './readBalance.js'
import { readPaymentLink } from './readPaymentLink.js'
import { createRpc } from './rpc.js'

/** What asks nodes, and what loads the SDK for the rest. */
export function createReader(networks: SolanaNetworks, http: HttpService, clock: Clock, log: LogService) {
  const client: Client = { networks, clock, rpc: createRpc(http) }
  const balance: Required<Pick<BalanceCapability, 'native' | 'tokens' | 'multipliers'>> = createBalanceReader(
    networks,
    client.rpc,
  )
  const history: HistoryCapability = createHistory(client)
  const transactions = () => import('./transactions.js')
  return {
    client,
    balance,
    history,
    createPaymentLink: (request: PaymentLinkRequest) => createPaymentLink(networks, request),
    readPaymentLink,
    sender: lazy('The Solana SDK', async () => (await transactions()).createSender(client)),
    calls: lazy('The Solana SDK', async () => (await transactions()).createCalls(client, log)),
    allowances: lazy('The code for approvals', async () =>
      (await import('./allowances/createAllowances.js')).createAllowances(client),
    ),
    names: lazy('The code for names', async () =>
      (await import('./names/createIdentities.js')).createIdentities(client),
    ),
  }
}
