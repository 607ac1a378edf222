import { decodeBase58 } from '@latchkey/kernel/chain'
import { unsupported } from '../../errors.js'
import type { LedgerAccount } from '../ledgerAccount.js'
import type { LedgerApp } from '../openLedger.js'
import { signBytes } from './signBytes.js'

/** SIGN SOLANA TRANSACTION */
const instruction = 0x06

/** Versions that the device's app reads. It takes version 1 for a broken version 0 (app-solana, issue 248 of 2026-09-02). */
export const readVersions = ['legacy', 0] as const

/**
 * Signs a transaction, legacy or version 0, and returns it with the signature in the account's place. Signatures that are there
 * already stay.
 *
 * @throws LedgerError `LEDGER_REQUEST_UNSUPPORTED` for bytes that are no transaction the account signs
 */
export async function signTransaction(
  app: LedgerApp,
  account: LedgerAccount,
  transaction: Uint8Array,
): Promise<Uint8Array> {
  const { message, place } = readSignable(transaction, account)
  const signature = await signBytes(app, account, instruction, message)
  const signed = Uint8Array.from(transaction)
  signed.set(signature, place)
  return signed
}

const notSignable = (detail: string) =>
  unsupported('This isn’t a transaction that your Ledger can sign.', detail)

/**
 * Where the message begins, and where the account's signature stands. A transaction is the count of signatures in one byte or
 * more (shortvec), the signatures, and the message: a version byte where it has one, three counts, and the accounts.
 *
 * @throws LedgerError `LEDGER_REQUEST_UNSUPPORTED`
 */
export function readSignable(
  transaction: Uint8Array,
  account: LedgerAccount,
): { readonly message: Uint8Array; readonly place: number } {
  const count = transaction[0] ?? 0
  // A version that puts its message first.
  if (count > 0x80) throw notSignable(`version ${count - 0x80}`)
  // More signatures than 127 don't fit into a packet.
  if (count === 0 || count > 127) throw notSignable(`${count} signatures`)
  const message = transaction.slice(1 + 64 * count)
  const first = message[0]
  const isVersioned = first !== undefined && first >= 0x80
  if (isVersioned && first !== 0x80) throw notSignable(`version ${first - 0x80}`)
  const head = isVersioned ? 1 : 0
  const signers = message[head]
  if (signers !== count) throw notSignable(`${signers} signers and ${count} signatures`)
  // The three counts, then how many accounts there are: one byte up to 127, else two.
  const keys = head + 3 + ((message[head + 3] ?? 0) < 0x80 ? 1 : 2)
  const own = decodeBase58(account.address)
  for (let index = 0; index < count; index += 1) {
    const key = message.slice(keys + 32 * index, keys + 32 * (index + 1))
    if (own && key.length === 32 && key.every((byte, at) => byte === own[at])) {
      return { message, place: 1 + 64 * index }
    }
  }
  throw notSignable('the account is none of its signers')
}
