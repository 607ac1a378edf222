import { BaseError, isKernelError } from './base.js'

/** Faults of wallets and of the way to them. */
export class ConnectorError extends BaseError {
  override name = 'ConnectorError'
}

/** Whether the person declined in the wallet. A wallet's own error counts once `rpcErrorFrom` has read it. */
export function isUserRejection(error: unknown): error is BaseError {
  return isKernelError(error, 'USER_REJECTED')
}
