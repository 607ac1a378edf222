import type { Amount, Moment, Sentence, Value } from './say.js'

/** One text, or one for each plural form of the language (CLDR), by the first number of the sentence. `other` is always there. */
export type Translation = string | { readonly other: string; readonly [form: string]: string }

/** The words of one language. */
export interface Words {
  /** BCP 47. */
  readonly language: string
  find(template: string): Translation | undefined
}

/** Where nothing is translated. */
export const english: Words = { language: 'en-GB', find: () => undefined }

/** The words of a language, by the English sentences. */
export function createWords(language: string, translations: Readonly<Record<string, Translation>>): Words {
  const found = new Map(Object.entries(translations))
  return { language, find: (template) => found.get(template) }
}

/** Words are strings. What stands at a place of a sentence is isolated: data, or a text with words of its own. */
export type Piece = string | Data | { readonly inner: readonly Piece[] }

interface Data {
  readonly data: string
  /** Where the digits begin and end that a short form leaves out. */
  readonly rest?: readonly [start: number, end: number]
}

/**
 * A text in a language, in pieces. A translation that doesn't name each place of the sentence exactly once isn't used: it would
 * hide an amount, or tell it twice.
 */
export function translate(value: Value, words: Words): readonly Piece[] {
  if (typeof value !== 'object') return [{ data: String(value) }]
  if ('decimal' in value) return [amountIn(value, words)]
  if ('seconds' in value) return [{ data: momentIn(value, words) }]
  const parts = translationOf(value, words).split(/\{(\d+)\}/)
  return parts.flatMap((part, index): readonly Piece[] => {
    if (index % 2 === 0) return part === '' ? [] : [part]
    const [only, ...rest] = translate(value.values[Number(part)] ?? '', words)
    return only !== undefined && rest.length === 0 && typeof only !== 'string'
      ? [only]
      : [{ inner: only === undefined ? [] : [only, ...rest] }]
  })
}

function translationOf({ template, values }: Sentence, words: Words): string {
  const found = words.find(template)
  const text = typeof found === 'object' ? formOf(found, values, words) : found
  return text !== undefined && hasSamePlaces(template, text) ? text : template
}

function formOf(forms: Exclude<Translation, string>, values: readonly Value[], words: Words): string {
  const count = values.find((value) => typeof value === 'number' || typeof value === 'bigint') ?? 0
  const form = new Intl.PluralRules(words.language).select(Number(count))
  return (Object.hasOwn(forms, form) ? forms[form] : undefined) ?? forms.other
}

const placesOf = (text: string) => [...text.matchAll(/\{(\d+)\}/g)].map(([, place]) => place).sort()

/** Whether a translation names each place of the sentence exactly once, and no other. */
export const hasSamePlaces = (template: string, translation: string): boolean =>
  translation.trim() !== '' && String(placesOf(template)) === String(placesOf(translation))

function amountIn({ decimal, symbol }: Amount, words: Words): Piece {
  const text = decimal.replace('.', separatorOf(words))
  const start = restOf(decimal)
  const rest = start === undefined ? {} : { rest: [start, text.length] as const }
  if (symbol === undefined) return { data: text, ...rest }
  return typeof symbol === 'string'
    ? { data: `${text} ${symbol}`, ...rest }
    : { inner: [{ data: text, ...rest }, ' ', ...translate(symbol, words)] }
}

/** So many digits say how much it is; a fraction of two or three more is written out. */
const digitsShown = 5

/** Where the digits begin that change little; nothing where a short form would be hardly shorter. */
function restOf(decimal: string): number | undefined {
  const [whole = '', fraction = ''] = decimal.split('.')
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const shown = whole === '0' ? zeros + digitsShown : Math.max(2, digitsShown - whole.length)
  if (fraction.length - shown < 4) return undefined
  const significant = decimal.slice(0, whole.length + 1 + shown).replace(/0+$/, '')
  return Math.max(significant.length, whole.length + 3)
}

const separatorOf = ({ language }: Words): string =>
  new Intl.NumberFormat(language, { numberingSystem: 'latn' })
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

const momentIn = ({ seconds }: Moment, { language }: Words): string =>
  new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(new Date(seconds * 1000))

/** The text of the pieces, where nothing can be isolated. */
export const textOf = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : 'data' in piece ? piece.data : textOf(piece.inner)))
    .join('')

/** A text as it's written in the source: for errors, which apps read. */
export const inEnglish = (value: Value): string => textOf(translate(value, english))
