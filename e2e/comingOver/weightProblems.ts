import { type Side, sides } from '../../scripts/comingOver/Pair.js'
import type { Weight } from './weigh.js'

/** How far a figure of a page may be from what is measured, in parts of it. What the products ask for in ranges moves by itself. */
const tolerance = 0.1

/**
 * Compares the table of a page, `| scripts until … | before kB | after kB |`, with what was measured on the sides that were. Returns
 * what is wrong, as sentences.
 */
export function weightProblems(
  page: string,
  measured: Readonly<Partial<Record<Side, Weight>>>,
): readonly string[] {
  return (['initial', 'connected'] as const).flatMap((what) => {
    const row = new RegExp(
      `^\\| [^|]*\\b${what}\\b[^|]*\\|\\s*(?:([\\d.]+) kB|not measured)\\s*\\|\\s*([\\d.]+) kB\\s*\\|$`,
      'm',
    ).exec(page)
    if (!row) return [`The page has no row of figures for "${what}".`]
    return sides.flatMap((side, index) => {
      const stated = Number(row[index + 1])
      const found = measured[side]?.[what]
      if (found === undefined) return []
      return Math.abs(stated - found) <= found * tolerance
        ? []
        : [`The page says ${stated} kB for "${what}" ${side}, and ${found.toFixed(1)} were measured.`]
    })
  })
}
