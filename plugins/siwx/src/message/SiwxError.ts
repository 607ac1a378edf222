/** Stable codes of the errors this package throws. A refused sign-in is a result, not an error. */
export type SiwxErrorCode =
  | 'SIWX_MESSAGE_INVALID'
  | 'SIWX_CHAIN_INVALID'
  | 'SIWX_RECAP_INVALID'
  | 'SIWX_OPTIONS_INVALID'
  | 'SIWX_RPC_FAILED'
  | 'SIWX_NONCE_TAKEN'

/** An error with a stable code. The message says what happened, what was expected and what to do. */
export class SiwxError extends Error {
  override readonly name = 'SiwxError'

  constructor(
    readonly code: SiwxErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
