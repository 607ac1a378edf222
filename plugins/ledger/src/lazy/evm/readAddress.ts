import { bytesToHex, getAddress, isAddress } from 'viem'
import { publicKeyToAddress } from 'viem/utils'
import { answerInvalid } from '../../errors.js'
import { ascii, pathBytes } from '../bytes.js'
import type { LedgerApp } from '../openLedger.js'

/** GET ETH PUBLIC ADDRESS */
const instruction = 0x02
const publicKeySize = 65

/**
 * The address at a path, computed from the public key: what the device writes beside it must be the same.
 *
 * @param isShown The device shows the address and waits until the person has compared it.
 * @throws LedgerError `LEDGER_ANSWER_INVALID`
 */
export async function readAddress(
  app: LedgerApp,
  path: readonly number[],
  isShown = false,
): Promise<`0x${string}`> {
  const answer = await app.ask(instruction, pathBytes(path), { p1: isShown ? 1 : 0, isPatient: isShown })
  const key = answer.slice(1, 1 + publicKeySize)
  const written = answer.slice(2 + publicKeySize)
  const isWhole =
    answer[0] === publicKeySize &&
    key.length === publicKeySize &&
    key[0] === 4 &&
    answer[1 + publicKeySize] === 40 &&
    written.length === 40
  const told = `0x${ascii(written)}`
  if (!isWhole || !isAddress(told, { strict: false })) {
    throw answerInvalid('an address', `${answer.length} bytes`)
  }
  const address = publicKeyToAddress(bytesToHex(key))
  if (address !== getAddress(told)) throw answerInvalid('an address', `${told}, whose key is of ${address}`)
  return address
}
