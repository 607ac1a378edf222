import * as client from 'openid-client'
import * as z from 'zod/mini'
import { ServiceError } from '../serviceError.js'

/** Error codes of RFC 6749 section 5.2, and GitHub's own, that say that the provider doesn't serve this client. */
const refusesClient: ReadonlySet<unknown> = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'application_suspended',
])

/** Why a provider didn't serve a login although the person did their part. */
export interface ProviderFault {
  /** Whether only the host can mend it: another try of the person ends the same. */
  readonly isSetup: boolean
  /** For the host. */
  readonly reason: string
}

/** Returns what the answer at the address that says who a person is tells of the provider; nothing for one that serves. */
export function readUserFault({ status }: Response): ProviderFault | undefined {
  if (status < 400) return undefined
  // The token is fresh, so that a refusal is about the client: X answers 402 where its account has no credit.
  return {
    isSetup: status < 500 && status !== 429,
    reason: `it answered ${status} when asked who the person is`,
  }
}

/** Returns what a token request that failed tells of the provider; nothing where the answer or the person's code is at fault. */
export function readTokenFault(error: unknown): ProviderFault | undefined {
  const { status, code } = answerOf(error)
  const reason = `it answered ${[status, code].filter((part) => part !== undefined).join(' ')} when asked for a token`
  if (refusesClient.has(code) || status === 402 || status === 403) return { isSetup: true, reason }
  if (status !== undefined && (status >= 500 || status === 429)) return { isSetup: false, reason }
  return undefined
}

function answerOf(error: unknown): { readonly status?: number; readonly code?: string } {
  if (error instanceof client.ResponseBodyError) return { status: error.status, code: error.error }
  if (error instanceof client.WWWAuthenticateChallengeError)
    return { status: error.status, code: 'invalid_client' }
  if (!(error instanceof client.ClientError)) return {}
  const parsed = z.safeParse(z.union([statusCause, bodyCause]), error.cause)
  if (!parsed.success) return {}
  return 'status' in parsed.data ? parsed.data : { code: parsed.data.cause.body.error }
}

/** A response of another status. Not by its class: the server of the service has put its own in the place of the global one. */
const statusCause = z.object({ status: z.number() })
/** GitHub answers 200 with an error in the body. */
const bodyCause = z.object({ cause: z.object({ body: z.object({ error: z.string() }) }) })

/** What the person is told of it. */
export const providerUnavailable = ({ isSetup }: ProviderFault, cause: Error): ServiceError =>
  isSetup
    ? new ServiceError(
        502,
        'provider_unavailable',
        'This way to sign in is not available right now. Choose another one.',
        { cause },
      )
    : new ServiceError(
        503,
        'service_unavailable',
        "The provider can't be reached. Try again, or sign in another way.",
        { cause },
      )
