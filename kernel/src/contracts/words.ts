/**
 * Words for people: a text as it is, or the key of one that can be translated, with what goes into it. The section is a
 * message section of the shell or of the plugin that speaks.
 */
export type Words =
  | string
  | {
      readonly section: string
      readonly key: string
      readonly parameters?: Readonly<Record<string, string | number>>
    }

/** The text, or the key of one that nothing has translated. */
export function plainWords(words: Words): string {
  return typeof words === 'string' ? words : words.key
}

export function isWords(value: unknown): value is Words {
  if (typeof value === 'string') return true
  const { section, key } = (value ?? {}) as Partial<Record<'section' | 'key', unknown>>
  return typeof section === 'string' && typeof key === 'string'
}
