import { describe, expect, it } from 'vitest'
import { finalSighashes } from './finalSighashes.js'

const piece = (length: number, last: number, first = 7) => {
  const bytes = new Uint8Array(length).fill(1)
  bytes[0] = first
  bytes[length - 1] = last
  return bytes
}
const der = (type: number) => piece(71, type, 0x30)
const key = piece(33, 9, 2)
const witness = (...pieces: readonly Uint8Array[]) =>
  Uint8Array.from([pieces.length, ...pieces.flatMap((one) => [one.length, ...one])])

describe('the sighash types in final scripts', () => {
  it.each<[string, Uint8Array[], boolean, number[]]>([
    ['of a key hash', [der(2), key], false, [2]],
    [
      'of several signatures',
      [new Uint8Array(), der(1), der(0x83), piece(105, 0xae, 0x52)],
      false,
      [1, 0x83],
    ],
    ['of a taproot key', [piece(64, 3)], true, [0]],
    ['of a taproot key that names one', [piece(65, 3)], true, [3]],
    [
      'of a taproot script, whose control block is as long as a signature',
      [piece(65, 2), piece(34, 0xac), piece(65, 9, 0xc0)],
      true,
      [2],
    ],
    ['of a taproot key with an annex', [piece(65, 2), piece(65, 9, 0x50)], true, [2]],
  ])('%s', (_, pieces, isTaproot, types) => {
    expect(finalSighashes({ finalScriptWitness: witness(...pieces) }, isTaproot)).toEqual(types)
  })

  it('of a script before segregated witness', () => {
    const finalScriptSig = Uint8Array.from([71, ...der(3), 33, ...key])
    expect(finalSighashes({ finalScriptSig }, false)).toEqual([3])
  })

  it('are none in what cannot be read', () => {
    for (const bytes of [[], [5], [1, 255], [255, 255, 255], [1, 64, 1]]) {
      expect(finalSighashes({ finalScriptWitness: Uint8Array.from(bytes) }, true)).toEqual([])
    }
  })
})
