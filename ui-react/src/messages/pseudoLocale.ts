import type { Message, MessageTable } from './defineMessages.js'

const accented: { readonly [letter: string]: string } = {
  a: 'á',
  b: 'ƀ',
  c: 'ç',
  d: 'ð',
  e: 'é',
  f: 'ƒ',
  g: 'ĝ',
  h: 'ĥ',
  i: 'í',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  m: 'ɱ',
  n: 'ñ',
  o: 'ó',
  p: 'þ',
  q: 'ǫ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'ú',
  v: 'ṽ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ý',
  z: 'ž',
}

/**
 * Rewrites a sentence with accents, a third more length and brackets, so that a picture shows at once
 * which words did not come from the catalogue and which boxes are too narrow for a longer language.
 */
export function pseudoText(text: string): string {
  const letters = [...text].map((letter) => {
    const replacement = accented[letter.toLowerCase()]
    if (!replacement) return letter
    return letter === letter.toLowerCase() ? replacement : replacement.toUpperCase()
  })
  return `[${letters.join('')}${'·'.repeat(Math.ceil(letters.length / 3))}]`
}

function pseudoMessage(message: Message): Message {
  if (typeof message === 'string') return pseudoText(message)
  return (parameters: never) => pseudoText(message(parameters))
}

/** Rewrites every section of a catalogue with {@link pseudoText}. For tests and screenshots. */
export function pseudoMessages<Catalogue extends { readonly [section: string]: MessageTable }>(
  catalogue: Catalogue,
): Catalogue {
  const sections = Object.entries(catalogue).map(([section, table]) => [
    section,
    Object.fromEntries(Object.entries(table).map(([key, message]) => [key, pseudoMessage(message)])),
  ])
  return Object.fromEntries(sections) as Catalogue
}
