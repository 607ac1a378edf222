import { type BaseError, UserRejectedError } from '@latchkey/kernel/plugin'
import { appNotInstalled, appNotOpen, appOutdated, blindSigningOff, failed, locked } from '../errors.js'
import { ledgerDialect } from './ledgerDialect.js'

/** What the two bytes after each answer mean, by the table of them. */
export function statusError(status: number, app: string, instruction: number): BaseError {
  const details = [
    `Status: 0x${status.toString(16).padStart(4, '0')}`,
    `Instruction: 0x${instruction.toString(16)}`,
  ]
  const [meaning, code] = ledgerDialect.codes[status] ?? []
  if (meaning === 'refused') return new UserRejectedError({ rpcCode: 4001 })
  switch (code) {
    case 'LEDGER_LOCKED':
      return locked()
    case 'LEDGER_APP_NOT_OPEN':
      return appNotOpen(app, details)
    case 'LEDGER_APP_NOT_INSTALLED':
      return appNotInstalled(app)
    case 'LEDGER_BLIND_SIGNING_OFF':
      return blindSigningOff(app)
    case 'LEDGER_APP_OUTDATED':
      return appOutdated(app, details)
    default:
      return failed(details)
  }
}
