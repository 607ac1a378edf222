import type { Words } from '@latchkey/kernel/plugin'

/** Characters of the chosen part (specification, section 5; the contract of wallet data). */
const shortest = 4
const longest = 64

const section = 'identity'
const letters: Words = { section, key: 'partLetters', text: 'Use letters, digits and hyphens only.' }
const short: Words = {
  section,
  key: 'partShort',
  parameters: { count: shortest },
  text: `Use at least ${shortest} characters.`,
}
const long: Words = {
  section,
  key: 'partLong',
  parameters: { count: longest },
  text: `Use at most ${longest} characters.`,
}
const hyphens: Words = {
  section,
  key: 'partHyphens',
  text: 'A name can’t have hyphens as its third and fourth characters.',
}

/**
 * What is wrong with the chosen part of a name; `undefined` when it may be asked for: at least four letters, digits or
 * hyphens. Some forms would make a name that may not be shown (ENSIP-15).
 */
export function problemOfNamePart(part: string): Words | undefined {
  if (!/^[a-z0-9-]*$/.test(part)) return letters
  if (part.length < shortest) return short
  if (part.length > longest) return long
  if (part.slice(2, 4) === '--') return hyphens
  return undefined
}
