import type { Text } from '../words/say.js'
import type { Words } from '../words/translate.js'
import { drawText } from './drawText.js'

/** Makes elements with texts in the person's language. */
export const createElements =
  (words: Words) =>
  <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    text?: Text,
    className = '',
  ): HTMLElementTagNameMap[Name] => {
    const made = document.createElement(name)
    if (text !== undefined) drawText(made, text, words)
    if (className) made.className = className
    return made
  }

export type Elements = ReturnType<typeof createElements>
