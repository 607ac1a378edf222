/** A name that somebody else gave, without control characters and not too long; `null` when nothing is left of it. */
export const personName = (value: unknown): string | null =>
  typeof value === 'string' ? value.replaceAll(/\p{C}/gu, '').slice(0, 200) || null : null
