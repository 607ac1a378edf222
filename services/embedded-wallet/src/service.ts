import type { Bundlers } from './readBundlerOptions.js'
import type { OpenDatabase } from '@latchkey/service-kit'
import type { Schema } from './database/schema.js'
import type { KeyManagement } from './envelope/keyManagement.js'
import type { Mailer } from './mail/mailer.js'
import type { Metrics } from './metrics.js'
import type { HostTokenOptions } from './login/hostToken.js'
import type { FarcasterOptions } from './login/farcaster/farcasterOptions.js'
import type { Limits } from './rates/limits.js'
import type { Rates } from './rates/rates.js'
import type { ServiceClock } from './serviceClock.js'
import type { Languages } from './words/languages.js'
import type { Words } from './words/translate.js'
import type { SocialProviders } from './social/socialProviders.js'

/** Everything that a request needs. One for each running service. */
export interface Service {
  readonly clock: ServiceClock
  readonly database: OpenDatabase<Schema>
  readonly keys: KeyManagement
  /** Key of the hashes of codes, addresses and rates. */
  readonly pepper: Uint8Array
  readonly rates: Rates
  readonly limits: Limits
  readonly mailer: Mailer
  readonly metrics: Metrics
  readonly social: SocialProviders
  readonly hostTokens: HostTokenOptions | undefined
  readonly farcaster: FarcasterOptions | undefined
  readonly bundlers: Bundlers
  /** Translations of what the frame, the pages and the mails say. */
  readonly languages: Languages
  /** Origin that the frame and the links in mails have. */
  readonly publicOrigin: string
  /** Patterns of the origins that may use the wallet. */
  readonly allowedOrigins: readonly string[]
  /** Told of faults that a caller only learns of as an error that occurred. */
  readonly onFault: (error: unknown) => void
}

/** Who asks, and for which app. */
export interface Caller {
  readonly origin: string
  readonly ip: string
  /** The browser and system, in words of ours. */
  readonly description: string
  /** What mails are written in. */
  readonly words: Words
}
