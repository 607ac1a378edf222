import type { AppMetadata } from '../platform/app.js'
import type { NetworkId } from '../contracts/caip.js'
import type { LogLevel } from '../platform/log.js'
import type { StorageAdapter } from '../platform/storage.js'
import type { Clock } from '../platform/clock.js'

export interface KernelOptions {
  /** Prefix of storage keys and of ids in the page. Two kernels on one page need two. Default `latchkey`. */
  readonly id?: string | undefined
  readonly app?: Partial<AppMetadata> | undefined
  /** Where state survives a reload. Default the page's local storage, or memory where there is none. */
  readonly storage?: StorageAdapter | undefined
  /** Take up earlier sessions at start, without prompts. Default true. */
  readonly enableReconnect?: boolean | undefined
  /** Network that is active when nothing is stored. Default the first one of the first namespace. */
  readonly defaultNetwork?: NetworkId | undefined
  /** Default `error`. */
  readonly logLevel?: LogLevel | undefined
  /** `throw` turns plugin faults into exceptions, for tests and CI. Default `contain`. */
  readonly onPluginError?: 'contain' | 'throw' | undefined
  /** Time, replaceable in tests. */
  readonly clock?: Clock | undefined
}
