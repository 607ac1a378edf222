import { type BaseError, isKernelError } from '@latchkey/kernel/plugin'
import { rpcErrorFrom } from '@latchkey/kernel/chain'
import { sessionRefused } from '../sessionErrors.js'

/** What ended a proposal. Only what the wallet said is its refusal; a fault of code, or of the way to it, is not. */
export function refusalFrom(error: unknown): BaseError {
  if (isKernelError(error)) return error
  const known = rpcErrorFrom(error)
  return ['USER_REJECTED', 'PROGRAM_ERROR', 'HTTP_UNREACHABLE'].includes(known.code)
    ? known
    : sessionRefused(error)
}
