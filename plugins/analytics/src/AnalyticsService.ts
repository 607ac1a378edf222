import { type BaseError, token } from '@latchkey/kernel/plugin'

export interface AnalyticsService {
  /** `refused`: the receiver answered 403, and nothing more is sent by this page. */
  readonly status: 'on' | 'off' | 'refused'
  /** Why the receiver refuses. */
  readonly error: BaseError | undefined
  /**
   * The person's own choice, for this page: remember it yourself. Saying no throws away what waits. It cannot turn on
   * what the host's `enabled` keeps off.
   */
  setOptOut(optOut: boolean): void
  /** Sends what waits now. Never rejects. */
  flush(): Promise<void>
}

export const Analytics = token<AnalyticsService>('latchkey.analytics')
