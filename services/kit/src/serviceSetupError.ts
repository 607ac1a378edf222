/** Why a service could not be started. The codes are stable; the messages may get better. */
export type ServiceSetupErrorCode =
  | 'DATABASE_UNAVAILABLE'
  | 'INVALID_OPTION'
  | 'KEY_UNAVAILABLE'
  | 'NODE_UNREACHABLE'
  | 'PORT_IN_USE'
  | 'WRONG_CHAIN'

/** A fault of how a service was started or configured. */
export class ServiceSetupError extends Error {
  override readonly name = 'ServiceSetupError'
  readonly code: ServiceSetupErrorCode

  constructor(code: ServiceSetupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
