import type { Transaction } from '../sdk.js'
import { isWitnessProgram } from '../send/paymentOutput.js'
import { sendError } from '../send/sendErrors.js'
import { replacementUnsupported } from './readPending.js'

/** Bytes of a witness of which the script doesn't say how long it has to be. */
const mostWitness = 4_000
/** Of a compressed key, and of an ECDSA signature with its type at most. */
const keyLength = 33
const signatureLength = 73

/**
 * The id of a transaction doesn't prove its witness: a service that left it out, or added to it, would have a person pay too little or
 * too much. Its length is held to what the script that it opens needs.
 *
 * @param script of the output that the input spends
 * @throws BaseError `SOURCE_ANSWER_INVALID`, `REPLACEMENT_UNSUPPORTED` where no sane length is known
 */
export function checkWitness({ ins }: Transaction, index: number, script: Uint8Array, id: string): void {
  const { witness = [], script: signatureScript = new Uint8Array() } = ins[index] ?? {}
  const program = programOf(script, signatureScript)
  const lengths = witness.map(({ length }) => length)
  // no money: bytes
  const sum = lengths.reduce((total, length) => total + length, 0)
  if (sum > mostWitness || witness.length > 100) throw replacementUnsupported(id)
  if (!program) {
    if (witness.length > 0) throw wrong(index)
    return
  }
  if (witness.length === 0) throw wrong(index)
  const [version, length] = program
  if (version === 0 && length === 20) {
    const [signature = 0, key] = lengths
    if (witness.length !== 2 || signature < 9 || signature > signatureLength || key !== keyLength) {
      throw wrong(index)
    }
  }
  if (version === 0x51 && length === 32 && witness.length === 1 && ![64, 65].includes(lengths[0] as number)) {
    throw wrong(index)
  }
}

/** Version opcode and length of a witness program (BIP-141), by itself or wrapped in P2SH. */
function programOf(script: Uint8Array, signatureScript: Uint8Array): readonly [number, number] | undefined {
  const own = readProgram(script)
  if (own) return own
  const isScriptHash = script.length === 23 && script[0] === 0xa9 && script[22] === 0x87
  // The script of an input is part of the id: what it pushes is proven.
  const redeem = signatureScript.slice(1)
  const isOnePush = signatureScript[0] === redeem.length && redeem.length > 0
  return isScriptHash && isOnePush ? readProgram(redeem) : undefined
}

const readProgram = (script: Uint8Array): readonly [number, number] | undefined =>
  isWitnessProgram(script) ? [script[0] as number, script.length - 2] : undefined

const wrong = (index: number) =>
  sendError('SOURCE_ANSWER_INVALID', `The witness of its input ${index} isn’t one of such a coin.`)
