import type {
  BaseError,
  Clock,
  LogService,
  NamespaceContribution,
  NamespaceId,
  NetworksService,
  NotificationsService,
  PluginContext,
  SessionService,
  StorageService,
  ActivityService,
} from '@latchkey/kernel/plugin'
import type { AccountActivity } from '../ActivityFeed.js'

/** What the controller works with. */
export interface Tools {
  readonly activity: ActivityService
  readonly session: SessionService
  readonly networks: NetworksService
  readonly notifications: NotificationsService
  readonly storage: StorageService
  readonly clock: Clock
  readonly log: LogService
  readonly context: Pick<PluginContext, 'emit' | 'signal'>
  readonly state: { entries: Record<string, AccountActivity>; fault: BaseError | undefined }
  readonly namespaces: () => readonly NamespaceContribution[]
  /** Namespaces whose activity somebody looks at. */
  readonly watched: () => readonly NamespaceId[]
}
