import { ScriptError } from './ScriptError.js'

/** Reads a script number: little-endian, sign in the top bit, shortest form only. */
export function readScriptNumber(bytes: Uint8Array, maxLength = 4): number {
  if (bytes.length > maxLength) throw new ScriptError('A script number is too long.')
  const last = bytes[bytes.length - 1]
  if (last === undefined) return 0
  const previous = bytes[bytes.length - 2] ?? 0
  if ((last & 127) === 0 && (bytes.length === 1 || (previous & 128) === 0)) {
    throw new ScriptError('A script number is not in its shortest form.')
  }
  let value = 0
  for (let index = bytes.length - 1; index >= 0; index--) {
    const byte = bytes[index] ?? 0
    value = value * 256 + (index === bytes.length - 1 ? byte & 127 : byte)
  }
  return last & 128 ? -value : value
}

/** Writes a script number in its shortest form. */
export function writeScriptNumber(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = Math.abs(value); rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest & 255)
  const last = bytes[bytes.length - 1]
  if (last === undefined) return new Uint8Array()
  if (last & 128) bytes.push(value < 0 ? 128 : 0)
  else if (value < 0) bytes[bytes.length - 1] = last | 128
  return Uint8Array.from(bytes)
}

/** Whether a stack element counts as true: anything but zeros, and negative zero. */
export function isTrue(bytes: Uint8Array): boolean {
  return bytes.some((byte, index) => byte !== 0 && !(index === bytes.length - 1 && byte === 128))
}
