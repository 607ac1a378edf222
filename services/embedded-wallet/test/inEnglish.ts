import type { Question } from '../src/frame/screen.js'
import type { Text } from '../src/words/say.js'
import * as words from '../src/words/translate.js'

/** The same with every text of a question as the English that a person reads. */
export type English<T> = T extends Text
  ? string
  : T extends readonly (infer Item)[]
    ? readonly English<Item>[]
    : T extends object
      ? { [Key in keyof T]: English<T[Key]> }
      : T

const isText = (value: object) => 'template' in value || 'decimal' in value || 'seconds' in value

export function inEnglish<T>(value: T): English<T> {
  if (typeof value !== 'object' || value === null) return value as English<T>
  if (isText(value)) return words.inEnglish(value as never) as English<T>
  if (Array.isArray(value)) return value.map((one) => inEnglish(one)) as English<T>
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inEnglish(one)])) as English<T>
}

export type EnglishQuestion = English<Question>
