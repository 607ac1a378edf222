import { type BaseError, isKernelError } from '@latchkey/kernel/plugin'
import { sessionRefused } from '../sessionErrors.js'
import { walletErrorFrom } from './walletErrors.js'

/** What ended a proposal. Only what the wallet said is its refusal; a fault of code, or of the way to it, is not. */
export function refusalFrom(error: unknown): BaseError {
  if (isKernelError(error)) return error
  const known = walletErrorFrom(error, { method: 'wc_sessionPropose' })
  return ['USER_REJECTED', 'PROGRAM_ERROR', 'HTTP_UNREACHABLE'].includes(known.code)
    ? known
    : sessionRefused(error)
}
