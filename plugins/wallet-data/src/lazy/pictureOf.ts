/** Characters of an embedded picture. */
const pictureLength = 131_072

/** A picture's address that the shell may look at, or `undefined`: `https:`, or a bounded `data:` picture. */
export function pictureOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (/^data:image\/[\w.+-]+[;,]/i.test(value)) return value.length <= pictureLength ? value : undefined
  return value.length <= 2_048 && /^https:\/\//i.test(value) && URL.canParse(value) ? value : undefined
}
