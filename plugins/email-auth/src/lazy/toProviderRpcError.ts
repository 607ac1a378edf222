import { messageOf } from '@latchkey/kernel/plugin'
import { createProviderRpcError } from './createProviderRpcError.js'

/** The product's error codes, with their numbers in EIP-1193 and EIP-1474. */
const numbers: Readonly<Record<string, number>> = {
  USER_REJECTED: 4001,
  REQUEST_ABORTED: 4001,
  NOT_CONNECTED: 4100,
  SESSION_EXPIRED: 4100,
  EMAIL_LOGIN_NEEDED: 4100,
  RPC_CALL_NOT_ALLOWED: 4200,
  NOT_AVAILABLE: 4200,
  APPROVAL_NOT_SHOWN: 4200,
  FRAME_GONE: 4900,
  IFRAME_LOAD_FAILED: 4900,
  SERVICE_UNAVAILABLE: 4900,
  TOO_MANY_REQUESTS: -32005,
}

/** Turns the product's errors into those that other libraries expect. */
export function toProviderRpcError(error: unknown): Error {
  const { code, rpcCode } = (error ?? {}) as { readonly code?: unknown; readonly rpcCode?: unknown }
  if (typeof code === 'number' && error instanceof Error) return error
  const number = typeof rpcCode === 'number' ? rpcCode : numbers[String(code)]
  return createProviderRpcError(number ?? -32603, messageOf(error), { reason: code })
}
