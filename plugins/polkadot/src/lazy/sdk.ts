import type { Clock, LogService } from '@latchkey/kernel/plugin'
import type { HistoryCapability, IdentityCapability } from '@latchkey/kernel/contracts'
import type { PolkadotNetworks } from '../networks.js'
import type { PolkadotOptions } from '../readOptions.js'
import { createCalls, type FollowingCalls } from './calls/createCalls.js'
import { createChains } from './chain/chains.js'
import { type BalanceReader, createBalanceReader } from './chain/readBalance.js'
import { createTransactionSigner, type TransactionSigner } from './chain/signTransaction.js'
import { createHistory } from './history/createHistory.js'
import { createIdentities } from './names/createIdentities.js'
import { createSender, type FollowingSender } from './send/createSender.js'

/** All that talks to nodes, and with it the SDK. */
export interface Sdk {
  readonly balances: BalanceReader
  readonly transactions: TransactionSigner
  readonly sender: FollowingSender
  readonly calls: FollowingCalls
  readonly history: HistoryCapability
  readonly names: IdentityCapability
  /** Closes every connection. */
  dispose(): Promise<void>
}

/** @param ended aborted when the kernel is disposed: nothing is opened after that */
export function createSdk(
  networks: PolkadotNetworks,
  clock: Clock,
  log: LogService,
  ended: AbortSignal,
  options?: PolkadotOptions,
): Sdk {
  const chains = createChains(clock, ended)
  return {
    balances: createBalanceReader(networks, chains),
    transactions: createTransactionSigner(networks, chains),
    sender: createSender(networks, chains),
    calls: createCalls(networks, chains, log),
    history: createHistory(networks, chains, options?.history?.blocks),
    names: createIdentities(networks, chains),
    dispose: () => chains.dispose(),
  }
}
