/**
 * One short line of visible text from a source that anybody can write to: no control, format (bidirectional overrides,
 * zero width), surrogate or private characters, at most two combining marks in a row.
 */
export function plainText(text: string, limit = 60): string {
  const visible = text
    .slice(0, 1_000)
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Co}]+/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()
  return [...visible].slice(0, limit).join('').trim()
}

/** Characters of an embedded picture. */
const pictureLength = 131_072

/** A picture's address that the shell may look at, or `undefined`: `https:`, or a bounded `data:` picture. */
export function pictureOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (/^data:image\/[\w.+-]+[;,]/i.test(value)) return value.length <= pictureLength ? value : undefined
  return value.length <= 2_048 && /^https:\/\//i.test(value) && URL.canParse(value) ? value : undefined
}
