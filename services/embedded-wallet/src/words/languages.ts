import { ServiceSetupError } from '@latchkey/service-kit'
import * as z from 'zod/mini'
import { createWords, english, hasSamePlaces, type Translation, type Words } from './translate.js'

/** Translations of the frame's sentences, by the English sentence. What is missing, or empty, stays English. */
export type Catalogue = Readonly<Record<string, Translation>>

/** Languages that the service's operator offers, by BCP 47 tag. */
export type Languages = ReadonlyMap<string, Catalogue>

/** A language is sent with each page: more than this are no sentences of ours. */
const longestSentence = 1000
const mostSentences = 2000
const mostLanguages = 200

const sentence = z.string().check(z.maxLength(longestSentence))
const form = z.optional(sentence)
const forms = z.strictObject({ zero: form, one: form, two: form, few: form, many: form, other: sentence })
const catalogue = z
  .record(z.string(), z.union([sentence, forms]))
  .check(z.refine((given) => Object.keys(given).length <= mostSentences))

/**
 * Checks what an operator gives: wrong places in a sentence are an error here, and not a line in English that no one expected.
 *
 * @throws ServiceSetupError INVALID_OPTION
 */
export function readLanguages(given: Readonly<Record<string, unknown>>): Languages {
  if (Object.keys(given).length > mostLanguages)
    throw new ServiceSetupError('INVALID_OPTION', `languages: There are more than ${mostLanguages}.`)
  return new Map(
    Object.entries(given).map(([tag, content]) => {
      const language = readTag(tag)
      if (language === undefined) throw invalid(tag, 'is no language tag (BCP 47), such as de or pt-BR')
      return [language, readCatalogue(tag, content)]
    }),
  )
}

function readCatalogue(tag: string, content: unknown): Catalogue {
  const parsed = z.safeParse(catalogue, content)
  if (!parsed.success) {
    const place = JSON.stringify(parsed.error.issues[0]?.path[0] ?? '').slice(0, 200)
    throw invalid(tag, `is no list of translations by English sentence: look at ${place}`)
  }
  for (const [template, translation] of Object.entries(parsed.data)) {
    const texts =
      typeof translation === 'string'
        ? [translation]
        : Object.values(translation).filter((text) => text !== undefined)
    const wrong = texts.find((text) => text !== '' && !hasSamePlaces(template, text))
    if (wrong === undefined) continue
    throw invalid(
      tag,
      `translates ${JSON.stringify(template)} as ${JSON.stringify(wrong)}. Write each of its places, such as {0}, exactly once`,
    )
  }
  return parsed.data as Catalogue
}

const invalid = (tag: string, why: string) =>
  new ServiceSetupError('INVALID_OPTION', `languages: ${JSON.stringify(tag.slice(0, 100))} ${why}.`)

/** The tag in its canonical form. Nothing for what is no BCP 47 tag. */
function readTag(text: string): string | undefined {
  try {
    return text.length <= 35 ? Intl.getCanonicalLocales(text)[0] : undefined
  } catch {
    return undefined
  }
}

/** More languages than these aren't looked for. */
const mostWanted = 20

/** A language as a page is told of it. */
export interface ChosenLanguage {
  readonly language: string
  readonly catalogue: Catalogue
}

export const wordsOf = (chosen: ChosenLanguage | undefined): Words =>
  chosen ? createWords(chosen.language, chosen.catalogue) : english

/**
 * The first language of a person that there is, `de` for `de-AT` (RFC 4647, section 3.4). Nothing for English as it is
 * written, which is always there.
 *
 * @param named What the app names, which comes before the browser's own.
 * @param accepted The browser's `accept-language`.
 */
export function chooseLanguage(
  languages: Languages,
  {
    named = '',
    accepted = '',
  }: { readonly named?: string | undefined; readonly accepted?: string | undefined },
): ChosenLanguage | undefined {
  for (const wanted of [named, ...tagsOf(accepted)]) {
    const tag = readTag(wanted)
    if (tag === undefined) continue
    for (let parts = tag.split('-'); parts.length > 0; parts = parts.slice(0, -1)) {
      const language = parts.join('-')
      const catalogue = languages.get(language)
      if (catalogue) return { language, catalogue }
    }
    if (tag.split('-')[0] === 'en') return undefined
  }
  return undefined
}

function tagsOf(accepted: string): readonly string[] {
  return accepted
    .slice(0, 500)
    .split(',')
    .slice(0, mostWanted)
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(/\s*;\s*q=/)
      return { tag, weight: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag)
}

/** Scripts that are written from right to left, as `Intl.Locale` names them. */
const rightToLeft = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
