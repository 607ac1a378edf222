/** Why a local service could not be started. The codes are stable; the messages may get better. */
export type DevstackErrorCode =
  | 'BINARY_MISSING'
  | 'DATABASE_UNAVAILABLE'
  | 'INVALID_OPTION'
  | 'NODE_REFUSED'
  | 'NODE_UNREACHABLE'
  | 'PORT_IN_USE'
  | 'PROCESS_EXITED'
  | 'PROCESS_NOT_READY'
  | 'UNKNOWN_COMMAND'
  | 'WRONG_CHAIN'

/** Thrown by everything in this package that starts a service. */
export class DevstackError extends Error {
  override readonly name = 'DevstackError'
  readonly code: DevstackErrorCode

  constructor(code: DevstackErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
