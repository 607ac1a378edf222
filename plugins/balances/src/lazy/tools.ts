import type {
  Clock,
  LogService,
  NamespaceContribution,
  NamespaceId,
  NativeBalancesService,
  NetworksService,
  NotificationsService,
  SessionService,
  HoldingsService,
  PricesService,
} from '@latchkey/kernel/plugin'
import type { SettledOptions } from '../BalancesOptions.js'
import type { WritableState } from '../createState.js'

/** What the parts that read balances work with. */
export interface Tools {
  readonly state: WritableState
  readonly options: SettledOptions
  readonly session: SessionService
  readonly networks: NetworksService
  readonly holdings: HoldingsService
  readonly prices: PricesService | undefined
  readonly native: NativeBalancesService
  readonly notifications: NotificationsService
  readonly clock: Clock
  readonly log: LogService
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
  namespaces(): readonly NamespaceContribution[]
  /** Whose balances somebody shows at this moment. */
  watched(): readonly NamespaceId[]
}

/** How long nothing is asked after a failure. */
export const retryBlock = 30_000
/** How often balances are read while they are shown. */
export const pollTime = 10_000
