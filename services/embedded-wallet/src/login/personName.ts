/** A name from outside, shortened and without control characters; `null` when nothing is left of it. */
export const personName = (value: unknown): string | null =>
  typeof value === 'string' ? value.replaceAll(/\p{C}/gu, '').slice(0, 200) || null : null
