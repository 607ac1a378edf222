import { bytesToHex, type Hex, recoverAddress, type Signature } from 'viem'
import { answerInvalid } from '../../errors.js'

/** Half the order of secp256k1: signatures above it are refused by networks (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * The signature in an answer, once it has been shown to be by the account and over what was asked. Apps write `v` in four ways,
 * so it's found by recovering the address.
 *
 * @throws LedgerError `LEDGER_ANSWER_INVALID`
 */
export async function readSignature(
  answer: Uint8Array,
  hash: Hex,
  address: string,
): Promise<Signature & { readonly yParity: 0 | 1 }> {
  if (answer.length !== 65) throw answerInvalid('a signature of 65 bytes', `${answer.length} bytes`)
  const r = bytesToHex(answer.slice(1, 33))
  const s = bytesToHex(answer.slice(33))
  if (BigInt(s) <= halfOrder) {
    for (const yParity of [0, 1] as const) {
      const signature = { r, s, yParity }
      const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
      if (signer?.toLowerCase() === address.toLowerCase()) return signature
    }
  }
  throw answerInvalid('a signature of the connected account', 'one that doesn’t fit what was to be signed')
}
