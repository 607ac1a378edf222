/** One reason in an error answer. */
export interface Reason {
  /** Which parameter is meant, or '' where none is. */
  readonly field: string
  readonly description: string
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 413 | 422 | 429 | 500 | 503

/** An answer of the contract's error table. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: ErrorStatus
  readonly reasons: readonly Reason[]
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: ErrorStatus,
    reasons: readonly Reason[],
    options: ErrorOptions & { readonly retryAfterSeconds?: number } = {},
  ) {
    super(reasons.map(({ field, description }) => `${field}: ${description}`).join('; '), options)
    this.status = status
    this.reasons = reasons
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export const invalid = (field: string, description: string) => new ServiceError(400, [{ field, description }])

export const unavailable = (what: string, cause: unknown, retryAfterSeconds = 1) =>
  new ServiceError(503, [{ field: '', description: `${what} is unavailable. Try again later.` }], {
    cause,
    retryAfterSeconds,
  })

export const tooMany = (wait: number) =>
  new ServiceError(429, [{ field: '', description: `Too many requests. Try again in ${wait} seconds.` }], {
    retryAfterSeconds: wait,
  })
