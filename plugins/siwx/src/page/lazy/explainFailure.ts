import {
  BaseError,
  isKernelError,
  isUserRejection,
  messageOf,
  signatureDeclined,
  smartAccountsUnsupported,
} from '@latchkey/kernel/plugin'

/** What a person is told of a sign-in that failed. */
export function explainFailure(error: unknown, isSmartAccount: boolean): BaseError {
  if (isUserRejection(error)) return signatureDeclined(error)
  if (isSmartAccount) return smartAccountsUnsupported(error)
  if (isKernelError(error)) return error
  return new BaseError(`Signing in failed: ${messageOf(error)}`, {
    code: 'SIWX_SIGN_IN_FAILED',
    cause: error,
  })
}
