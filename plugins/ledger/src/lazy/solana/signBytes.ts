import { decodeBase58 } from '@latchkey/kernel/chain'
import { ed25519 } from '@noble/curves/ed25519.js'
import { answerInvalid } from '../../errors.js'
import { concat, pathBytes } from '../bytes.js'
import type { LedgerAccount } from '../ledgerAccount.js'
import type { LedgerApp } from '../openLedger.js'

/** Data bytes of one APDU. */
const most = 255
/** P2: this part continues the one before; more parts follow. */
const continues = 0x01
const more = 0x02

/**
 * Has bytes signed by one instruction, and shows that the signature is by the account and over these bytes.
 *
 * @throws LedgerError `LEDGER_ANSWER_INVALID`
 */
export async function signBytes(
  app: LedgerApp,
  account: LedgerAccount,
  instruction: number,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  // One signer, by its path.
  const payload = concat([1], pathBytes(account.path), bytes)
  let signature = new Uint8Array()
  for (let at = 0; at < payload.length; at += most) {
    const p2 = (at > 0 ? continues : 0) | (at + most < payload.length ? more : 0)
    const answer = await app.ask(instruction, payload.slice(at, at + most), { p1: 1, p2, isPatient: true })
    signature = Uint8Array.from(answer)
  }
  const publicKey = decodeBase58(account.address)
  if (signature.length !== 64 || !publicKey || !isBy(publicKey, bytes, signature)) {
    throw answerInvalid('a signature of the connected account', `${signature.length} bytes that don’t fit`)
  }
  return signature
}

function isBy(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, bytes, publicKey, { zip215: false })
  } catch {
    return false
  }
}
