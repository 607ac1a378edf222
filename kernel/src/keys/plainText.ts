/**
 * One short line of visible text from a source that anybody can write to, such as a wallet's name or a token's symbol: no
 * control, format (bidirectional overrides, zero width), surrogate or private characters, nor letters and signs without a
 * shape, and at most two combining marks in a row. What is not a string is the empty one.
 *
 * @param limit characters kept. Default 40.
 */
export function plainText(text: unknown, limit = 40): string {
  if (typeof text !== 'string') return ''
  const visible = text
    .slice(0, 1_000)
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}\u115f\u1160\u2800\u3164\uffa0]+/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()
  return [...visible].slice(0, limit).join('').trim()
}
