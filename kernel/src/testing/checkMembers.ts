import { describeFound } from './describeFound.js'
import { check } from './suite.js'

/** Says what a member of a suite's options, or of a harness, has to be. */
export interface Form {
  readonly is: (value: unknown) => boolean
  /** Ends "… to be". */
  readonly words: string
}

export type Forms = Readonly<Record<string, Form>>

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isListOf = (is: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(is)
const isToken = (value: unknown) =>
  isObject(value) && isText(Reflect.get(value, 'id')) && typeof Reflect.get(value, 'symbol') === 'symbol'

export const aFunction: Form = { is: (value) => typeof value === 'function', words: 'a function' }
export const aText: Form = { is: isText, words: 'a text' }
export const anObject: Form = { is: isObject, words: 'an object' }
export const texts: Form = { is: isListOf(isText), words: 'a list of texts' }

/** A form that may be left out. */
export const optional = ({ is, words }: Form): Form => ({
  is: (value) => value === undefined || is(value),
  words,
})

/** The members of a namespace that the suites read. */
export const namespaceForms: Forms = {
  networks: { is: isListOf(isObject), words: 'a list of networks' },
  capabilities: {
    is: isListOf((entry) => isObject(entry) && isToken(Reflect.get(entry, 'token'))),
    words: 'a list of what `capability()` returned',
  },
  isAddress: aFunction,
  isSameAddress: aFunction,
}

/** A list of some names and no others. */
export const listOf = (names: readonly string[]): Form => ({
  is: isListOf((value) => names.some((name) => name === value)),
  words: `a list of ${names.map((name) => `"${name}"`).join(', ')}`,
})

/**
 * Checks what a plugin's author wrote, so that a mistake is told as one and is no fault in the middle of a test.
 *
 * @param of Names the object in the sentence, such as `connectorSuite()`.
 * @param mend What the author has to do.
 */
export function checkMembers(of: string, given: unknown, forms: Forms, mend: string): void {
  const isRead = isObject(given) && !(given instanceof Promise)
  check(isRead, `${of} to be an object, found ${describeFound(given)}`, mend)
  for (const [name, { is, words }] of Object.entries(forms)) {
    const value: unknown = Reflect.get(given, name)
    check(is(value), `\`${name}\` of ${of} to be ${words}, found ${describeFound(value)}`, mend)
  }
}
