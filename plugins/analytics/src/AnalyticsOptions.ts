import { checkOptionNames, KernelError } from '@latchkey/kernel/plugin'

export interface AnalyticsOptions {
  /**
   * Where events are posted, as JSON in the form of `AnalyticsEvent`: one as an object, several as an array. Default: the
   * `AnalyticsSink` of another plugin, such as `walletData({ url, analytics: true })`.
   */
  readonly url?: string | undefined
  /**
   * Whether the person agreed. A function is asked at every event and before every request: what happens while it says
   * no is never recorded, and what waits when it turns to no is thrown away. Default true: listing the plugin is the
   * host's word.
   */
  readonly enabled?: boolean | (() => boolean) | undefined
  /** Adds the whole address of the account, and keeps addresses in texts. Default false. */
  readonly includeAddress?: boolean | undefined
  /** Events of other plugins that may leave the page, with the names of the properties that may. */
  readonly include?: Readonly<Record<string, readonly string[]>> | undefined
  /** Ids of events that stay here, of the catalogue's too. */
  readonly exclude?: readonly string[] | undefined
  /** Events in one request. 1 to 100, default 20. */
  readonly batchSize?: number | undefined
  /** Milliseconds that an event waits for others. Default 5000. */
  readonly batchDelay?: number | undefined
  /** Events that wait at most, while the receiver is away; then the oldest go. Default 200. */
  readonly queueLimit?: number | undefined
}

const code = 'ANALYTICS_OPTIONS_INVALID'

const names = {
  url: true,
  enabled: true,
  includeAddress: true,
  include: true,
  exclude: true,
  batchSize: true,
  batchDelay: true,
  queueLimit: true,
} satisfies Record<keyof AnalyticsOptions, true>

/** @throws KernelError `ANALYTICS_OPTIONS_INVALID` */
export function checkOptions(options: AnalyticsOptions): void {
  checkOptionNames('analytics', options, names, code)
  const { url, batchSize = 20, batchDelay = 0, queueLimit = 200 } = options
  if (url !== undefined && !(URL.canParse(url) && /^https?:/.test(url))) {
    throw invalid('"url" must be an http(s) URL, such as https://collector.example/e')
  }
  if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > 100) {
    throw invalid('"batchSize" must be a whole number from 1 to 100')
  }
  if (!(batchDelay >= 0)) throw invalid('"batchDelay" must be milliseconds, 0 or more')
  if (!(queueLimit >= batchSize)) throw invalid('"queueLimit" must not be less than "batchSize"')
}

function invalid(problem: string): KernelError {
  return new KernelError(`analytics() cannot use these options: ${problem}.`, { code })
}
