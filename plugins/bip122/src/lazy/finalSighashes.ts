import { script } from './sdk.js'

interface FinalScripts {
  readonly finalScriptSig?: Uint8Array
  readonly finalScriptWitness?: Uint8Array
}

/**
 * The sighash types of the signatures in final scripts, where a wallet could hide that a signature leaves the
 * outputs open.
 *
 * @param isTaproot Whether the input spends a taproot output: its signatures have another form.
 */
export function finalSighashes(
  { finalScriptSig, finalScriptWitness }: FinalScripts,
  isTaproot: boolean,
): readonly number[] {
  const stack = finalScriptWitness ? readStack(finalScriptWitness) : []
  // A taproot signature of 64 bytes is of the type DEFAULT (BIP-341).
  if (isTaproot)
    return withoutScript(stack)
      .filter(isSchnorr)
      .map((piece) => piece[64] ?? 0)
  const pushes = (finalScriptSig && script.decompile(finalScriptSig)) ?? []
  const pieces = [...pushes.filter((piece) => typeof piece !== 'number'), ...stack]
  return pieces.filter(isDer).map((piece) => piece.at(-1) as number)
}

/** Of a script path, what the script is given: the script, its control block and an annex come last (BIP-341). */
function withoutScript(stack: readonly Uint8Array[]): readonly Uint8Array[] {
  const hasAnnex = stack.length > 1 && stack.at(-1)?.[0] === 0x50
  const own = hasAnnex ? stack.slice(0, -1) : stack
  return own.length > 1 ? own.slice(0, -2) : own
}

const isSchnorr = ({ length }: Uint8Array) => length === 64 || length === 65
/** ECDSA by DER with its type behind it (BIP-66). */
const isDer = ({ length, 0: first }: Uint8Array) => first === 0x30 && length >= 9 && length <= 73

/** A witness: a count, then that many pieces, each after its length. What ends too early has no further pieces. */
function readStack(bytes: Uint8Array): readonly Uint8Array[] {
  let offset = 0
  const take = (length: number) => {
    offset += length
    return bytes.subarray(offset - length, offset)
  }
  const count = () => {
    const [first = 0] = take(1)
    const size = ({ 253: 2, 254: 4, 255: 8 } as Readonly<Record<number, number>>)[first]
    return size === undefined ? first : take(size).reduceRight((sum, byte) => sum * 256 + byte, 0)
  }
  const pieces: Uint8Array[] = []
  for (let left = count(); left > 0 && offset < bytes.length; left -= 1) pieces.push(take(count()))
  return pieces
}
