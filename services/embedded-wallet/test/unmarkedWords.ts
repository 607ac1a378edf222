import { fileURLToPath } from 'node:url'
import { extractSentences } from '../scripts/extractSentences.mjs'
import type { Fact } from '../src/frame/facts.js'
import type { Question } from '../src/frame/screen.js'
import type { Sentence, Text } from '../src/words/say.js'
import { createWords, type Piece, translate, type Words } from '../src/words/translate.js'

/** What can be translated, as translators are given it. */
export const sentences = extractSentences(fileURLToPath(new URL('../src', import.meta.url)))

/** A letter of another script in the place of each, and the places of the sentence as they are. */
export const mark = (sentence: string) =>
  sentence.replaceAll(/\{\d+\}|\p{L}/gu, (found) => (found.length > 1 ? found : 'ʘ'))

export const marked: Words = createWords(
  'de',
  Object.fromEntries(sentences.map((sentence) => [sentence, mark(sentence)])),
)

/** Data that stays as it is in each language: addresses and other hex, addresses of pages, amounts, names of networks and code. */
const data = [
  /0x[0-9a-fA-F]*/g,
  /\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g,
  /https?:\/\/\S+/g,
  /\b[\w-]+(?:\.[\w-]+)*\.example(?:\.com|\.org)?(?::\d+)?/g,
  /\d[\d,]* [\p{L}\d]+$/gu,
  /\b\p{Lu}{2,}\d*\b/gu,
  /"[^"]*"/g,
  /\b(?:MetaMask smart account|System|Token|Token-2022|Associated Token Account)\b/g,
  /\d+\. (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember) \d+ um/g,
  /\b\w+\([\w,[\]]*\)/g,
]

/** Facts whose value the app, a contract or the person wrote. */
const written = [
  'Message',
  'Network',
  'Kind',
  'Symbol',
  'Memo, which everyone can read',
  'Lets another key control your account',
]
const isWritten = ({ name, value }: Fact) =>
  typeof value === 'string' && (written.includes(name.template) || name.template === '{0}')

/** Words of a question that no translation reaches. */
export function unmarkedWords(question: Question): readonly string[] {
  const { title, text, warning, facts = [], secrets = [], input, accept, other, refuse } = question
  const told: readonly (Sentence | undefined)[] = [
    title,
    text,
    warning,
    input?.label,
    accept,
    other?.label,
    refuse,
  ]
  const texts: readonly (Text | undefined)[] = [
    ...told,
    ...secrets.map(({ name }) => name),
    ...facts.map(({ name }) => (name.template === '{0}' ? undefined : name)),
    ...facts.filter((fact) => !isWritten(fact)).map(({ value }) => value),
    ...facts.map(({ note }) => note),
  ]
  return texts.flatMap((one) => (one === undefined ? [] : unmarkedIn(translate(one, marked))))
}

function unmarkedIn(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap((piece): readonly string[] => {
    if (typeof piece !== 'string') {
      return 'inner' in piece
        ? unmarkedIn(piece.inner)
        : lettersOf(data.reduce(without, piece.data), piece.data)
    }
    return lettersOf(piece.replaceAll('ʘ', ''), piece)
  })
}

const without = (text: string, pattern: RegExp) => text.replaceAll(pattern, ' ')
const lettersOf = (rest: string, whole: string) => (/\p{L}{2}/u.test(rest) ? [whole] : [])
