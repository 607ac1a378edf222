import { BaseError } from './base.js'

/** Alerts: faults of the app's set-up, written for its developer. */

/** Why an app may not use a service: its origin, its domain, its project id, or a service that says so by status 403. */
export type InvalidConfigurationReason =
  | 'originNotAllowed'
  | 'unverifiedDomain'
  | 'projectIdInvalid'
  | 'analyticsForbidden'

const configurationHints: Record<InvalidConfigurationReason, readonly [code: string, hint: string]> = {
  originNotAllowed: ['ORIGIN_NOT_ALLOWED', 'This origin is not on the allowlist of the project.'],
  unverifiedDomain: ['UNVERIFIED_DOMAIN', 'This domain is not verified for the project (unverified_domain).'],
  projectIdInvalid: ['PROJECT_ID_INVALID', 'The project id is not valid. Copy it again.'],
  analyticsForbidden: ['ANALYTICS_FORBIDDEN', 'The analytics service refuses this origin (HTTP 403).'],
}

export function invalidConfiguration(reason: InvalidConfigurationReason, cause?: unknown): BaseError {
  const [code, hint] = configurationHints[reason]
  return new BaseError('Invalid App Configuration', { code, cause, metaMessages: [hint] })
}

export function sessionExpired(cause?: unknown): BaseError {
  return new BaseError('Session Expired', {
    code: 'SESSION_EXPIRED',
    cause,
    metaMessages: ['The session is not valid. Check the time settings of this device.'],
  })
}
