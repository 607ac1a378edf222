import { SiwxError } from '../../message/SiwxError.js'

/** The error every store gives for a nonce that is already stored. */
export function nonceTaken(): SiwxError {
  return new SiwxError(
    'SIWX_NONCE_TAKEN',
    'The nonce is already stored. A nonce must be new; create another with createNonce().',
  )
}
