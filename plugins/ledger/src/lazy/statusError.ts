import { type BaseError, UserRejectedError } from '@latchkey/kernel/plugin'
import { appNotInstalled, appNotOpen, appOutdated, blindSigningOff, failed, locked } from '../errors.js'

/** What the two bytes after each answer mean, where they have a meaning in every app. */
export function statusError(status: number, app: string, instruction: number): BaseError {
  const details = [
    `Status: 0x${status.toString(16).padStart(4, '0')}`,
    `Instruction: 0x${instruction.toString(16)}`,
  ]
  switch (status) {
    // Declined on the device: in an app, and in the device's own prompt.
    case 0x6985:
    case 0x5501:
      return new UserRejectedError({ rpcCode: 4001 })
    case 0x5515:
    case 0x6982:
    case 0x6804:
    case 0x6b0c:
      return locked()
    case 0x6e00:
    case 0x6e01:
    case 0x6511:
    case 0x650f:
      return appNotOpen(app, details)
    case 0x6807:
      return appNotInstalled(app)
    // The Ethereum app says it of data it would have to sign blindly, the Solana app by a status of its own.
    case 0x6a80:
    case 0x6808:
      return blindSigningOff(app)
    case 0x6d00:
    case 0x6d02:
    case 0x6501:
    case 0x6a81:
    case 0x6a82:
      return appOutdated(app, details)
    default:
      return failed(details)
  }
}
