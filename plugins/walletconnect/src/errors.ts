import { BaseError } from '@latchkey/kernel/plugin'

export type WalletConnectErrorCode =
  | 'PAIRING_URI_MALFORMED'
  | 'PAIRING_URI_VERSION'
  | 'PAIRING_URI_EXPIRED'
  | 'DEEP_LINK_UNSAFE'
  | 'DEEP_LINK_MISSING'
  | 'SESSION_MALFORMED'
  | 'SESSION_ENDED'
  | 'SESSION_REFUSED'
  | 'REQUEST_UNANSWERED'
  | 'NETWORK_NOT_APPROVED'
  | 'NETWORK_SWITCH_UNCONFIRMED'
  | 'METHOD_NOT_APPROVED'
  | 'RELAY_UNREACHABLE'
  | 'RELAY_REFUSED'
  | 'RELAY_BLOCKED'
  | 'PROPOSAL_EMPTY'
  | 'PROJECT_ID_MISSING'
  | 'WALLET_CONNECT_OPTIONS_INVALID'

export interface WalletConnectErrorOptions {
  readonly cause?: unknown
  readonly metaMessages?: readonly string[] | undefined
}

/** Whatever the WalletConnect plugin refuses; `shortMessage` is one sentence a user can read. */
export class WalletConnectError extends BaseError {
  declare readonly code: WalletConnectErrorCode

  constructor(code: WalletConnectErrorCode, message: string, options: WalletConnectErrorOptions = {}) {
    super(message, { code, ...options })
    this.name = 'WalletConnectError'
  }
}
