/** Characters of the chosen part (specification, section 5; the contract of wallet data). */
const shortest = 4
const longest = 64

/**
 * What is wrong with the chosen part of a name, as a sentence; `undefined` when it may be asked for: at least four
 * letters, digits or hyphens. Some forms would make a name that may not be shown (ENSIP-15).
 */
export function problemOfNamePart(part: string): string | undefined {
  if (!/^[a-z0-9-]*$/.test(part)) return 'Use letters, digits and hyphens only.'
  if (part.length < shortest) return `Use at least ${shortest} characters.`
  if (part.length > longest) return `Use at most ${longest} characters.`
  if (part.slice(2, 4) === '--') return 'A name cannot have hyphens as its third and fourth characters.'
  return undefined
}
