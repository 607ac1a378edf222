import { ServiceError } from '../serviceError.js'
import type { Rates } from './rates.js'

export interface Limit {
  readonly count: number
  readonly windowMilliseconds: number
}

const minute = 60_000
const hour = 60 * minute

/** How often something may be asked. Each counts on its own; `Ip` means one network address. */
export const defaultLimits = {
  /** Codes sent to one email address, or asked for by one approved device of it. */
  codesPerEmail: { count: 10, windowMilliseconds: hour },
  codesPerIp: { count: 60, windowMilliseconds: hour },
  /** Codes tried for one email address, or from one approved device of it, over all logins. */
  triesPerEmail: { count: 50, windowMilliseconds: 24 * hour },
  triesPerIp: { count: 120, windowMilliseconds: hour },
  /** Logins at a provider and passkeys that were started. Each is kept until it's over. */
  startsPerIp: { count: 600, windowMilliseconds: hour },
  /** Shares released to one person. */
  sharesPerPerson: { count: 600, windowMilliseconds: hour },
  /** Everything else of one network address. */
  requestsPerIp: { count: 3000, windowMilliseconds: 10 * minute },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits
export type Limits = Readonly<Record<LimitName, Limit>>

/** Counts one more and refuses it above the limit. */
export async function takeFrom(rates: Rates, limits: Limits, name: LimitName, key: string): Promise<void> {
  const { count, windowMilliseconds } = limits[name]
  if ((await rates.count(`${name}:${key}`, windowMilliseconds)) > count) throw tooMany(windowMilliseconds)
}

/** Refuses when the limit is reached, and counts nothing. */
export async function checkAgainst(
  rates: Rates,
  limits: Limits,
  name: LimitName,
  key: string,
): Promise<void> {
  const { count, windowMilliseconds } = limits[name]
  if ((await rates.read(`${name}:${key}`, windowMilliseconds)) >= count) throw tooMany(windowMilliseconds)
}

const tooMany = (windowMilliseconds: number) =>
  new ServiceError(429, 'too_many_requests', 'Too many attempts. Try again later.', {
    retryAfter: Math.ceil(windowMilliseconds / 1000),
  })
