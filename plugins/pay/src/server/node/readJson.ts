/** Whole numbers from 2^53 on, which JavaScript's own reader would round. Texts are matched first, and left, as fractions are. */
const texts = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const long = /^-?\d{16,}$/

/**
 * Reads JSON without losing a digit: whole numbers of 16 digits and more come as text.
 *
 * @throws SyntaxError when it is no JSON.
 */
export function readJson(text: string): unknown {
  return JSON.parse(text.replace(texts, (part) => (long.test(part) ? `"${part}"` : part)))
}
