const nameLength = 40

/**
 * One short line of visible text from a wallet: no control, format (bidirectional overrides, zero width), surrogate or
 * private characters, at most two combining marks in a row.
 */
export function plainText(text: unknown): string {
  if (typeof text !== 'string') return ''
  const visible = text
    .slice(0, 1_000)
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]+/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()
  return [...visible].slice(0, nameLength).join('').trim()
}
