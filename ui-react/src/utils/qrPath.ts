import { encode } from 'uqr'

export interface QrPath {
  /** Modules along one side, quiet zone of four included (ISO/IEC 18004, 9.1). */
  readonly size: number
  /** SVG path of all dark modules, one unit each. */
  readonly path: string
}

/**
 * The dark modules of a QR code as one path: a run of neighbours in a row is one rectangle.
 *
 * @param hasLogo picks error correction for a quarter of the code, so that a centre covered by a picture is recovered
 * @returns `undefined` when the text is longer than a QR code can hold
 */
export function qrPath(text: string, hasLogo = false): QrPath | undefined {
  const code = encodeOrNothing(text, hasLogo ? 'Q' : 'M')
  if (!code) return undefined
  const runs = code.data.flatMap((row, y) =>
    rowRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  return { size: code.size, path: runs.join('') }
}

function encodeOrNothing(text: string, ecc: 'M' | 'Q') {
  try {
    return encode(text, { ecc, border: 4 })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function rowRuns(row: readonly boolean[]): ReadonlyArray<readonly [start: number, length: number]> {
  const runs: Array<[number, number]> = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
