import { answerInvalid } from '../../errors.js'
import { pathBytes } from '../bytes.js'
import type { LedgerApp } from '../openLedger.js'

/** GET PUBKEY */
const instruction = 0x05

/**
 * @param isShown The device shows the address and waits until the person has compared it.
 * @throws LedgerError `LEDGER_ANSWER_INVALID`
 */
export async function readPublicKey(
  app: LedgerApp,
  path: readonly number[],
  isShown = false,
): Promise<Uint8Array> {
  const key = await app.ask(instruction, pathBytes(path), { p1: isShown ? 1 : 0, isPatient: isShown })
  if (key.length !== 32) throw answerInvalid('a public key of 32 bytes', `${key.length} bytes`)
  return key
}
