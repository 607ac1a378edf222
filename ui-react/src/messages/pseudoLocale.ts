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

/** By how much German is longer than English, about. */
const thirdLonger = 1 / 3

/**
 * Rewrites a sentence with accents, more length and brackets, so that a picture shows at once which words did not come from the
 * catalogue and which boxes are too narrow for a longer language.
 *
 * @param growth How much longer than the English sentence. Default a third.
 */
export function pseudoText(text: string, growth = thirdLonger): string {
  const letters = [...text].map((letter) => {
    const replacement = accented[letter.toLowerCase()]
    if (!replacement) return letter
    return letter === letter.toLowerCase() ? replacement : replacement.toUpperCase()
  })
  // The marks that keep an amount in its order take no room.
  const visible = letters.filter((letter) => !/[\u2066-\u2069]/.test(letter))
  return `[${letters.join('')}${'·'.repeat(Math.ceil(visible.length * growth))}]`
}

function pseudoMessage(message: Message, growth: number): Message {
  if (typeof message === 'string') return pseudoText(message, growth)
  return (parameters: never) => pseudoText(message(parameters), growth)
}

/** Rewrites every section of a catalogue with {@link pseudoText}. For tests and screenshots. */
export function pseudoMessages<Catalogue extends { readonly [section: string]: MessageTable }>(
  catalogue: Catalogue,
  growth = thirdLonger,
): Catalogue {
  const sections = Object.entries(catalogue).map(([section, table]) => [
    section,
    Object.fromEntries(Object.entries(table).map(([key, message]) => [key, pseudoMessage(message, growth)])),
  ])
  return Object.fromEntries(sections) as Catalogue
}
