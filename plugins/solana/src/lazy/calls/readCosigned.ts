import { copyList } from '@latchkey/kernel/chain'
import { readWire, type WireTransaction } from '../readWire.js'
import { verifySignature } from '../verifySignature.js'
import { callsInvalid } from './callsInvalid.js'

/** A transaction that others have signed, copied: what the host changes later is not signed. */
export interface Cosigned {
  readonly bytes: Uint8Array
  readonly wire: WireTransaction
}

/**
 * The transaction among the calls. `undefined` when all of them are instructions.
 *
 * @throws BaseError `CALLS_INVALID`, and whatever `readWire` throws
 */
export function readCosigned(from: string, calls: unknown): Cosigned | undefined {
  const [call, ...others] = copyList(calls, 2) ?? []
  const { transaction } = (call ?? {}) as Readonly<Record<string, unknown>>
  if (transaction === undefined) return undefined
  if (others.length > 0) throw callsInvalid('A transaction that others have signed must be the only call.')
  if (!(transaction instanceof Uint8Array)) throw callsInvalid('`transaction` must be a Uint8Array.')
  const bytes = Uint8Array.from(transaction)
  const wire = readWire(bytes)
  checkSigners(from, wire)
  if (wire.lookupTables.length > 0) {
    throw callsInvalid('The transaction uses lookup tables, whose content a wallet can’t show.')
  }
  return { bytes, wire }
}

function checkSigners(from: string, { signers, signatures, message }: WireTransaction): void {
  if (signers[0] !== from) {
    throw callsInvalid(`${signers[0]} pays for the transaction. Expected the connected account ${from}.`)
  }
  for (const [index, signer] of signers.entries()) {
    const signature = signatures[index] as Uint8Array
    if (signer === from || verifySignature(signer, message, signature)) continue
    throw callsInvalid(`The transaction lacks a valid signature of ${signer}.`)
  }
}
