import { refusalWords, type WalletDialect } from '@latchkey/kernel/chain'

/**
 * The two bytes after each answer, where they have a meaning in every app. The sentences name the app, so that `statusError` makes
 * them by the code.
 */
export const ledgerDialect: WalletDialect = {
  name: 'Ledger',
  source: '@ledgerhq/errors 7.0.0 (StatusCodes), @ledgerhq/device-management-kit 1.10.0 (GlobalCommandError)',
  codes: {
    // Declined on the device: in an app, and in the device's own prompt.
    [0x6985]: ['refused'],
    [0x5501]: ['refused'],
    [0x5515]: ['busy', 'LEDGER_LOCKED'],
    [0x6982]: ['busy', 'LEDGER_LOCKED'],
    [0x6804]: ['busy', 'LEDGER_LOCKED'],
    [0x6b0c]: ['busy', 'LEDGER_LOCKED'],
    [0x6e00]: ['unreachable', 'LEDGER_APP_NOT_OPEN'],
    [0x6e01]: ['unreachable', 'LEDGER_APP_NOT_OPEN'],
    [0x6511]: ['unreachable', 'LEDGER_APP_NOT_OPEN'],
    [0x650f]: ['unreachable', 'LEDGER_APP_NOT_OPEN'],
    [0x6807]: ['unreachable', 'LEDGER_APP_NOT_INSTALLED'],
    // The Ethereum app says it of data it would have to sign blindly, the Solana app by a status of its own.
    [0x6a80]: ['unsupported', 'LEDGER_BLIND_SIGNING_OFF'],
    [0x6808]: ['unsupported', 'LEDGER_BLIND_SIGNING_OFF'],
    [0x6d00]: ['unsupported', 'LEDGER_APP_OUTDATED'],
    [0x6d02]: ['unsupported', 'LEDGER_APP_OUTDATED'],
    [0x6501]: ['unsupported', 'LEDGER_APP_OUTDATED'],
    [0x6a81]: ['unsupported', 'LEDGER_APP_OUTDATED'],
    [0x6a82]: ['unsupported', 'LEDGER_APP_OUTDATED'],
  },
  words: refusalWords,
}
