import { BaseError, KernelConfigError } from '@latchkey/kernel/plugin'

/** Faults of signing in with a wallet. */

/** Shown before the session ends and the Connect view returns. */
export function authenticationFailed(cause?: unknown): BaseError {
  return new BaseError('A problem occurred while trying initialize authentication', {
    code: 'AUTHENTICATION_FAILED',
    cause,
  })
}

export function signatureDeclined(cause?: unknown): BaseError {
  return new BaseError('Signature declined', { code: 'SIGNATURE_DECLINED', cause })
}

/** A smart account's signature was not accepted. */
export function smartAccountsUnsupported(cause?: unknown): BaseError {
  return new BaseError('This application might not support Smart Accounts', {
    code: 'SMART_ACCOUNTS_UNSUPPORTED',
    cause,
  })
}

export function siwxNotEnabled(): BaseError {
  return new BaseError('SIWX is not enabled', {
    code: 'SIWX_NOT_ENABLED',
    metaMessages: ['List the sign-in plugin in createKernel([...]).'],
  })
}

/** Thrown while the host composes, so it is a mistake of the configuration. */
export function siwxConfiguredTwice(): KernelConfigError {
  return new KernelConfigError(['Cannot set both `siweConfig` and `siwx` options'])
}

export function activeAddressMissing(): BaseError {
  return new BaseError('No ActiveCaipAddress found', { code: 'ACTIVE_ADDRESS_MISSING' })
}
