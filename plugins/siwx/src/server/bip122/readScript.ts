import { ScriptError } from './ScriptError.js'

/** One operation of a script; `data` is there for pushes. */
export interface ScriptOperation {
  readonly code: number
  readonly data?: Uint8Array
}

/**
 * Splits a script. Pushes that are not in their shortest form are refused (MINIMALDATA). `check` sees each operation
 * before what comes after it is read.
 */
export function readScript(
  script: Uint8Array,
  check: (code: number) => void = () => {},
): readonly ScriptOperation[] {
  const operations: ScriptOperation[] = []
  let position = 0
  while (position < script.length) {
    const code = script[position++] ?? 0
    const lengthBytes = code > 0x4b && code < 0x4f ? 1 << (code - 0x4c) : 0
    if (code > 0x4e) {
      check(code)
      operations.push(readSmall(code))
      continue
    }
    let length = lengthBytes === 0 ? code : 0
    for (let index = 0; index < lengthBytes; index++) length += (script[position++] ?? 0) * 256 ** index
    if (position + length > script.length) throw new ScriptError('A push runs past the end of its script.')
    const data = script.slice(position, position + length)
    position += length
    if (!isShortest(code, data)) throw new ScriptError('A push is not in its shortest form.')
    operations.push({ code, data })
  }
  return operations
}

function readSmall(code: number): ScriptOperation {
  if (code === 0x4f) return { code, data: Uint8Array.of(0x81) }
  if (code >= 0x51 && code <= 0x60) return { code, data: Uint8Array.of(code - 0x50) }
  return { code }
}

function isShortest(code: number, data: Uint8Array): boolean {
  const [first] = data
  if (data.length === 1 && first !== undefined && ((first >= 1 && first <= 16) || first === 0x81))
    return false
  if (data.length <= 0x4b) return code === data.length
  if (data.length <= 0xff) return code === 0x4c
  return data.length <= 0xffff ? code === 0x4d : code === 0x4e
}
