import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrPath } from './qrPath.js'

function modules(path: string, size: number): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let step = 0; step < Number(width); step++) grid[Number(y)]![Number(x) + step] = true
  }
  return grid
}

describe('qrPath', () => {
  it.each(['a', 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2', '漢字'])(
    'draws exactly the dark modules of %s',
    (text) => {
      const code = qrPath(text)!
      expect(modules(code.path, code.size)).toEqual(encode(text, { ecc: 'M', border: 4 }).data)
    },
  )

  it('keeps the quiet zone of four modules free', () => {
    const { path, size } = qrPath('quiet')!
    const dark = modules(path, size).flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])))
    expect(Math.min(...dark.flat())).toBe(4)
    expect(Math.max(...dark.flat())).toBe(size - 5)
  })

  it('says nothing rather than something wrong when the text is too long', () => {
    expect(qrPath('x'.repeat(5_000))).toBeUndefined()
  })
})
