import type { Account, Clock, LogService, Network, NetworkId } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type { LedgerReview } from '../LedgerReview.js'
import type { LedgerShows } from '../LedgerService.js'
import type { LedgerOptions } from '../readOptions.js'
import type { DeviceAction } from './createRequests.js'
import type { LedgerAccount } from './ledgerAccount.js'
import type { LedgerApp } from './openLedger.js'

/** The networks of a connection, and which of them is current. */
export interface ConnectionNetworks {
  readonly all: readonly Network[]
  current(): NetworkId
  switchTo(networkId: NetworkId): Promise<void>
  subscribe(listener: () => void): () => void
}

export interface ProviderOptions {
  readonly account: LedgerAccount
  readonly accounts: readonly Account[]
  readonly networks: ConnectionNetworks
  readonly options: LedgerOptions
  readonly wallets: Pick<WalletsService, 'chain'>
  readonly clock: Clock
  readonly log: LogService
  /** Aborted when the connection ends. */
  readonly signal: AbortSignal
  /** Asks the device, with the person's say; see `Requests`. */
  askDevice<Result>(shows: LedgerShows, act: DeviceAction<Result>, review?: LedgerReview): Promise<Result>
}

/** One chain's part: its app on the device, and the provider that its plugin takes. */
export interface LedgerChainCode {
  /** What the app is called on the device. */
  readonly app: string
  /** The address at a path. @param isShown The person compares it on the device. */
  readAddress(app: LedgerApp, path: readonly number[], isShown?: boolean): Promise<string>
  createProvider(options: ProviderOptions): Promise<unknown>
}
