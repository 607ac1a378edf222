import { type BaseError, isKernelError, isUserRejection } from '@latchkey/kernel/plugin'
import { signatureDeclined, smartAccountsUnsupported } from '../siwxErrors.js'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { CHAIN_UNREACHABLE } from './backendSessions.js'

/** What a person is told of a sign-in that failed. */
export function explainFailure(error: unknown, isSmartAccount: boolean): BaseError {
  if (isUserRejection(error)) return signatureDeclined(error)
  if (isKernelError(error, CHAIN_UNREACHABLE)) return error
  if (isSmartAccount) return smartAccountsUnsupported(error)
  return kernelErrorFrom(error, 'SIWX_SIGN_IN_FAILED', 'Signing in failed. Try again.')
}
