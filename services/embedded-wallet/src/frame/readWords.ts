import { createWords, english, type Translation, type Words } from '../words/translate.js'

interface Sent {
  readonly language: string
  readonly catalogue: Readonly<Record<string, Translation>>
}

/** The words that the service sent with its page, which it checked when it started. */
export function readWords(): Words {
  const text = document.querySelector<HTMLMetaElement>('meta[name="words"]')?.content
  if (text === undefined) return english
  const { language, catalogue } = JSON.parse(text) as Sent
  return createWords(language, catalogue)
}
