import { decodeBase58 } from '@latchkey/kernel/chain'
import { unsupported } from '../../errors.js'
import { concat, utf8 } from '../bytes.js'
import type { LedgerAccount } from '../ledgerAccount.js'
import type { LedgerApp } from '../openLedger.js'
import { signBytes } from './signBytes.js'

/** SIGN SOLANA OFF-CHAIN MESSAGE */
const instruction = 0x07
/** Bytes of the longest text: the specification's 1232 of a message that hardware wallets sign, less its head of 85. */
const longest = 1147

/** Letters, digits and signs of ASCII. The device shows such a text; of any other it shows a hash. */
export const isPlainText = (message: Uint8Array): boolean =>
  message.every((byte) => byte >= 0x20 && byte <= 0x7e)

/**
 * What a device signs in place of a text: the text in an envelope, so that it can never pass for a transaction (Solana's
 * specification of off-chain messages, version 0).
 */
function toOffchainMessage(message: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const applicationDomain = new Uint8Array(32)
  return concat(
    [0xff],
    utf8('solana offchain'),
    [0],
    applicationDomain,
    [isPlainText(message) ? 0 : 1],
    [1],
    publicKey,
    [message.length & 0xff, message.length >> 8],
    message,
  )
}

/** @returns what was signed, and the signature. The function throws `LEDGER_REQUEST_UNSUPPORTED` for what is no short text. */
export async function signMessage(
  app: LedgerApp,
  account: LedgerAccount,
  message: Uint8Array,
): Promise<{ readonly signedMessage: Uint8Array; readonly signature: Uint8Array }> {
  const publicKey = decodeBase58(account.address)
  if (!publicKey || message.length === 0 || message.length > longest || !isUtf8(message)) {
    throw unsupported(
      `A Ledger signs texts of at most ${longest} bytes.`,
      `A message of ${message.length} bytes.`,
    )
  }
  const signedMessage = toOffchainMessage(message, publicKey)
  return { signedMessage, signature: await signBytes(app, account, instruction, signedMessage) }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
