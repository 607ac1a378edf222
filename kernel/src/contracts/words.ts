import type { BaseError } from '../errors/base.js'

/**
 * Words for people: a text as it is, or the key of one that can be translated, with what goes into it. The section is a
 * message section of the shell or of the plugin that speaks; `text` is the English sentence, shown where the host has no
 * other.
 */
export type Words =
  | string
  | {
      readonly section: string
      readonly key: string
      readonly parameters?: Readonly<Record<string, string | number>>
      readonly text?: string
    }

/** The text in English, for logs and where nothing translates: the key stands in where there is none. */
export function plainWords(words: Words): string {
  return typeof words === 'string' ? words : (words.text ?? words.key)
}

/** What an error says to people. Hosts translate it in the section `errors`, by the error's code. */
export function errorWords({ code, shortMessage }: Pick<BaseError, 'code' | 'shortMessage'>): Words {
  return { section: 'errors', key: code, text: shortMessage }
}

export function isWords(value: unknown): value is Words {
  if (typeof value === 'string') return true
  const { section, key, text } = (value ?? {}) as Partial<Record<'section' | 'key' | 'text', unknown>>
  return (
    typeof section === 'string' && typeof key === 'string' && (text === undefined || typeof text === 'string')
  )
}
