import type { FrameErrorCode } from '@latchkey/plugin-email-auth/protocol'

export type ServiceErrorCode =
  | FrameErrorCode
  /** The request carries no session that holds. Log in again. */
  | 'unauthorized'
  /** The service doesn't serve the origin that asks. List it in the service's allowed origins. */
  | 'unverified_domain'
  /** There is nothing under this address, or nothing of this person. */
  | 'not_found'
  /** Something else was stored meanwhile. Read again, and repeat. */
  | 'conflict'

/** What a caller is told. Its message is for people; nothing that is secret or of another person is in it. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ServiceErrorCode
  readonly status: 400 | 401 | 403 | 404 | 409 | 429 | 502 | 503
  readonly retryAfter: number | undefined

  constructor(
    status: ServiceError['status'],
    code: ServiceErrorCode,
    message: string,
    { retryAfter, cause }: { retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}
