export type RelayErrorCode =
  | 'RELAY_AUTH_MALFORMED'
  | 'RELAY_AUTH_SIGNATURE'
  | 'RELAY_AUTH_AUDIENCE'
  | 'RELAY_AUTH_TIME'
  | 'RELAY_ORIGIN'
  | 'RELAY_PROJECT'
  | 'RELAY_PORT_TAKEN'
  | 'RELAY_STOPPED'

/** What the relay could not do: a refused token, a taken port, or a call after `stop()`. */
export class RelayError extends Error {
  override readonly name = 'RelayError'

  constructor(
    readonly code: RelayErrorCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options)
  }
}
