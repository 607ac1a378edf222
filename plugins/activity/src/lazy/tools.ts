import type {
  BaseError,
  Clock,
  LogService,
  NamespaceId,
  PluginContext,
  StorageService,
} from '@latchkey/kernel/plugin'
import type { NavigationService, NotificationsService, WalletsService } from '@latchkey/kernel/wallet'
import type { ActivityService } from '@latchkey/kernel/contracts'
import type { AccountActivity, Replacement } from '../ActivityFeed.js'

/** What the controller works with. */
export interface Tools {
  readonly activity: ActivityService
  readonly wallets: WalletsService
  readonly notifications: NotificationsService
  readonly navigation: NavigationService
  readonly storage: StorageService
  readonly clock: Clock
  readonly log: LogService
  readonly context: Pick<PluginContext, 'emit' | 'signal'>
  readonly state: {
    entries: Record<string, AccountActivity>
    replacements: Record<string, Replacement>
    fault: BaseError | undefined
  }
  /** Namespaces whose activity is on screen. */
  readonly watched: () => readonly NamespaceId[]
}
