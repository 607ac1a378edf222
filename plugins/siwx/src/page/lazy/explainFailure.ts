import {
  type BaseError,
  isUserRejection,
  kernelErrorFrom,
  signatureDeclined,
  smartAccountsUnsupported,
} from '@latchkey/kernel/plugin'

/** What a person is told of a sign-in that failed. */
export function explainFailure(error: unknown, isSmartAccount: boolean): BaseError {
  if (isUserRejection(error)) return signatureDeclined(error)
  if (isSmartAccount) return smartAccountsUnsupported(error)
  return kernelErrorFrom(error, 'SIWX_SIGN_IN_FAILED', 'Signing in failed. Try again.')
}
