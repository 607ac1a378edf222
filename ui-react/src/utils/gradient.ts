/** Hues and angle of a picture made from a text: the same text always gives the same picture. */
export interface Gradient {
  /** First hue, degrees 0–359. */
  readonly from: number
  /** Second hue, degrees 0–359, 35 to 84 degrees on from the first: near enough not to go grey between. */
  readonly to: number
  /** Third hue, for a picture without letters. */
  readonly accent: number
  /** Direction, degrees 0–359. */
  readonly angle: number
}

/** 32-bit FNV-1a over UTF-16 code units: spreads well, needs no crypto, is not a security feature. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

/** A deterministic gradient for an address or a name. Case does not matter. */
export function gradient(text: string): Gradient {
  const seed = hash(text.toLowerCase())
  const from = seed % 360
  return {
    from,
    to: (from + 35 + ((seed >>> 9) % 50)) % 360,
    accent: (from + 140 + ((seed >>> 5) % 80)) % 360,
    angle: (seed >>> 17) % 360,
  }
}
