import { BaseError } from './base.js'

/** Faults of wallets and of the way to them. */
export class ConnectorError extends BaseError {
  override name = 'ConnectorError'
}

export function isUserRejection(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: unknown }).code === 'USER_REJECTED'
}
