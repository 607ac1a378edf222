import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { ServiceClock } from '../serviceClock.js'
import { ServiceError } from '../serviceError.js'
import { clockTolerance } from './clockTolerance.js'
import { personName } from './personName.js'

export interface HostTokenOptions {
  readonly issuer: string
  readonly audience: string
  /** Where the host publishes its public keys (RFC 7517). */
  readonly jwksUrl: string
}

const algorithms = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256']

export type CheckHostToken = (
  token: string,
) => Promise<{ readonly subject: string; readonly name: string | null }>

/** Checks a login that the host vouches for: signature, issuer, audience, and times, RFC 7519 and RFC 8725. */
export function createHostTokenCheck(
  { issuer, audience, jwksUrl }: HostTokenOptions,
  clock: ServiceClock,
): CheckHostToken {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 5000, cooldownDuration: 30_000 })
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance,
        currentDate: new Date(clock.now()),
        requiredClaims: ['sub', 'iat', 'exp'],
        maxTokenAge: '1 hour',
      })
      const { name } = payload
      // RFC 7519 section 4.1.2: a text. The library types it so without looking, and a number was rounded by now.
      const sub: unknown = payload.sub
      if (typeof sub !== 'string') throw refused('its "sub" is no text')
      if (sub === '' || sub.length > 255) throw refused('it names no subject')
      return { subject: `${issuer} ${sub}`, name: personName(name) }
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause
      if (cause instanceof errors.JWKSTimeout) {
        throw new ServiceError(503, 'service_unavailable', "The host's keys could not be read. Try again.", {
          cause,
        })
      }
      throw refused(reasonOf(cause), cause)
    }
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof errors.JWTExpired) return 'it has expired'
  if (cause instanceof errors.JWTClaimValidationFailed) {
    const isTime = cause.claim === 'nbf' || cause.claim === 'iat'
    return isTime
      ? 'it is not valid yet. Check the time settings'
      : `its "${cause.claim}" is not the expected one`
  }
  return 'its signature or form is not valid'
}

const refused = (why: string, cause?: unknown) =>
  new ServiceError(401, 'login_failed', `The host's token was refused: ${why}.`, { cause })
