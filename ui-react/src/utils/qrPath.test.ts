import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrPath } from './qrPath.js'

/** Places of the round dots: `x,y`. */
const dotsOf = (path: string) => [...path.matchAll(/M(\d+)\.5 (\d+)\.5h0/g)].map(([, x, y]) => `${x},${y}`)

/** Dark modules outside of the three finder patterns, which a scanner finds by their proportions. */
function darkOf(text: string): string[] {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const far = size - 11
  const isFinder = (x: number, y: number) =>
    (x < 11 || x >= far) && (y < 11 || y >= far) && (x < 11 || y < 11)
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark && !isFinder(x, y) ? `${x},${y}` : [])))
}

describe('qrPath', () => {
  it.each(['a', 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2', '漢字'])(
    'draws exactly the dark modules of %s, each as a dot',
    (text) => {
      expect(dotsOf(qrPath(text)!.path)).toEqual(darkOf(text))
    },
  )

  it('draws three finder patterns in one piece each', () => {
    const { path, size } = qrPath('quiet')!
    const rings = [...path.matchAll(/M(\d+) (\d+)\.5h3a/g)].map(([, x, y]) => [Number(x) - 2, Number(y)])
    expect(rings).toEqual([
      [4, 4],
      [size - 11, 4],
      [4, size - 11],
    ])
  })

  it('keeps the quiet zone of four modules free', () => {
    const { path, size } = qrPath('quiet')!
    const places = dotsOf(path).flatMap((place) => place.split(',').map(Number))
    expect(Math.min(...places)).toBeGreaterThanOrEqual(4)
    expect(Math.max(...places)).toBeLessThanOrEqual(size - 5)
  })

  it('says nothing rather than something wrong when the text is too long', () => {
    expect(qrPath('x'.repeat(5_000))).toBeUndefined()
  })
})
