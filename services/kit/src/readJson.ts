/** Whole numbers of 16 digits and more, which JavaScript's own reader rounds from 2^53 on. Texts are matched first, and left, as fractions are. */
const parts = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const long = /^-?\d{16,}$/

/**
 * Reads JSON without losing a digit: whole numbers of 16 digits and more come as text. For ids and amounts that somebody
 * else writes as numbers: two ids that are rounded to one would be one person.
 *
 * @throws SyntaxError when it is no JSON
 */
export function readJson(text: string): unknown {
  return JSON.parse(text.replace(parts, (part) => (long.test(part) ? `"${part}"` : part)))
}
