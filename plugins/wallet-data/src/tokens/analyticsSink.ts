import { token } from '@latchkey/kernel/plugin'

/** One fact for the analytics of the host, in the contract's form. */
export interface AnalyticsEvent {
  /** A UUID: the receiver drops repeats. */
  readonly eventId: string
  readonly url: string
  readonly domain: string
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  readonly props: {
    readonly type: 'track' | 'error'
    readonly event: string
    readonly properties?: Readonly<Record<string, unknown>>
    readonly address?: string
  }
}

/** Where analytics events go. Without a provider of this token nothing is ever sent. */
export interface AnalyticsSinkService {
  /** @throws HttpStatusError; 403 means that the origin may not send. */
  send(events: readonly AnalyticsEvent[], signal?: AbortSignal): Promise<void>
  /** Loads what sending needs, so that the last events can leave with the page. */
  ready?(): Promise<void>
}

export const AnalyticsSink = token<AnalyticsSinkService>('latchkey.walletData.analyticsSink')
