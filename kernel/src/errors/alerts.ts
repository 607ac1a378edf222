import { BaseError, messageOf } from './base.js'

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

export function projectIdMissing(): BaseError {
  return new BaseError('Project ID Not Configured', {
    code: 'PROJECT_ID_MISSING',
    metaMessages: ['Give the plugin that reaches the service a `projectId`.'],
  })
}

/** The frame did not load within 20 s: `iframe_load_failed`. */
export function embeddedWalletUnavailable(cause?: unknown): BaseError {
  return new BaseError('Network Error - Could not load embedded wallet', {
    code: 'IFRAME_LOAD_FAILED',
    cause,
    metaMessages: ['Reason: iframe_load_failed'],
  })
}

/** The frame did not answer within 30 s: `iframe_request_timeout`. */
export function embeddedWalletTimedOut(): BaseError {
  return new BaseError('Embedded Wallet Request Timed Out', {
    code: 'IFRAME_REQUEST_TIMEOUT',
    metaMessages: ['Reason: iframe_request_timeout'],
  })
}

export function sessionExpired(cause?: unknown): BaseError {
  return new BaseError('Session Expired', {
    code: 'SESSION_EXPIRED',
    cause,
    metaMessages: ['The session is not valid. Check the time settings of this device.'],
  })
}

const providerMessages: readonly (readonly [pattern: RegExp, alert: (cause: unknown) => BaseError])[] = [
  [/origin not allowed/i, (cause) => invalidConfiguration('originNotAllowed', cause)],
  [/jwt (?:validation error: )?.{0,40}not yet valid/i, (cause) => sessionExpired(cause)],
  [/invalid (?:project )?(?:id|key)/i, (cause) => invalidConfiguration('projectIdInvalid', cause)],
]

/** The alert behind what the relay or a service said; `undefined` when it is none that is known. */
export function alertFrom(error: unknown): BaseError | undefined {
  const text = messageOf(error)
  return providerMessages.find(([pattern]) => pattern.test(text))?.[1](error)
}
