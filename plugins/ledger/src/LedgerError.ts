import { BaseError } from '@latchkey/kernel/plugin'

export type LedgerErrorCode =
  | 'LEDGER_BROWSER_UNSUPPORTED'
  | 'LEDGER_NOT_CONNECTED'
  | 'LEDGER_UNPLUGGED'
  | 'LEDGER_BUSY'
  | 'LEDGER_LOCKED'
  | 'LEDGER_APP_NOT_OPEN'
  | 'LEDGER_APP_NOT_INSTALLED'
  | 'LEDGER_APP_OUTDATED'
  | 'LEDGER_BLIND_SIGNING_OFF'
  | 'LEDGER_OTHER_DEVICE'
  | 'LEDGER_ANSWER_INVALID'
  | 'LEDGER_SILENT'
  | 'LEDGER_FAILED'
  | 'LEDGER_REQUEST_UNSUPPORTED'
  | 'LEDGER_NODE_REFUSED'

export interface LedgerErrorOptions {
  readonly cause?: unknown
  readonly metaMessages?: readonly string[] | undefined
  readonly parameters?: { readonly app: string } | undefined
  readonly rpcCode?: number | undefined
}

/** Whatever the Ledger plugin refuses; `shortMessage` is one or two sentences that a person can act on. */
export class LedgerError extends BaseError {
  declare readonly code: LedgerErrorCode

  constructor(code: LedgerErrorCode, message: string, options: LedgerErrorOptions = {}) {
    super(message, { code, ...options })
    this.name = 'LedgerError'
  }
}
