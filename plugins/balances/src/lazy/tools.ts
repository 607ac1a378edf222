import type { Clock, LogService, NamespaceId } from '@latchkey/kernel/plugin'
import type { NativeBalancesService, NotificationsService, WalletsService } from '@latchkey/kernel/wallet'
import type { HoldingsService, PricesService } from '@latchkey/kernel/contracts'
import type { SettledOptions } from '../BalancesOptions.js'
import type { WritableState } from '../createState.js'

/** What the parts that read balances work with. */
export interface Tools {
  readonly state: WritableState
  readonly options: SettledOptions
  readonly wallets: WalletsService
  readonly holdings: HoldingsService
  readonly prices: PricesService | undefined
  readonly native: NativeBalancesService
  readonly notifications: NotificationsService
  readonly clock: Clock
  readonly log: LogService
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
  /** Namespaces whose balances are on screen. */
  watched(): readonly NamespaceId[]
}

/** What entries are made with, of the active accounts and of the portfolio. */
export interface EntryTools extends Pick<Tools, 'prices' | 'clock' | 'log'> {
  readonly state: Pick<WritableState, 'entries'>
  readonly options: Pick<SettledOptions, 'currency'>
  readonly notifications: Pick<NotificationsService, 'showSnackbar'>
}

/** How long nothing is asked after a failure. */
export const retryBlock = 30_000
/** How often balances are read while they are shown. */
export const pollTime = 10_000
