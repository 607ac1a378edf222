import { encode } from 'uqr'

export interface QrPath {
  /** Modules along one side, quiet zone of four included (ISO/IEC 18004, 9.1). */
  readonly size: number
  /** SVG path of all dark modules, to be drawn with a line one unit wide that has round ends and joins. */
  readonly path: string
}

/** Modules of the quiet zone. */
const border = 4
/** Modules along one side of a finder pattern, the square in three corners. */
const finder = 7

/**
 * The dark modules of a QR code as one path of round dots. The finder patterns are rings with a full square in them:
 * scanners look for their proportions, which gaps between dots would blur.
 *
 * @param hasLogo picks error correction for a quarter of the code, so that a centre covered by a picture is recovered
 * @returns `undefined` when the text is longer than a QR code can hold
 */
export function qrPath(text: string, hasLogo = false): QrPath | undefined {
  const code = encodeOrNothing(text, hasLogo ? 'Q' : 'M')
  if (!code) return undefined
  const far = code.size - border - finder
  const corners = [
    [border, border],
    [far, border],
    [border, far],
  ] as const
  const isFinder = (x: number, y: number) =>
    corners.some(([left, top]) => x >= left && x < left + finder && y >= top && y < top + finder)
  const dots = code.data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark && !isFinder(x, y) ? `M${x}.5 ${y}.5h0` : [])),
  )
  return { size: code.size, path: [...corners.map(finderPath), ...dots].join('') }
}

/** The ring along the outer modules, and the nine modules inside as an outline with a line across. */
function finderPath([x, y]: readonly [x: number, y: number]): string {
  const ring = `M${x + 2} ${y}.5h3a1.5 1.5 0 0 1 1.5 1.5v3a1.5 1.5 0 0 1-1.5 1.5h-3a1.5 1.5 0 0 1-1.5-1.5v-3a1.5 1.5 0 0 1 1.5-1.5z`
  const middle = `M${x + 2}.5 ${y + 2}.5h2v2h-2zM${x + 2}.5 ${y + 3}.5h2`
  return ring + middle
}

function encodeOrNothing(text: string, ecc: 'M' | 'Q') {
  try {
    return encode(text, { ecc, border })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
