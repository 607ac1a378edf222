import { plainText } from '../keys/plainText.js'
import type { WordsParameters } from '../keys/words.js'
import { readField } from './readField.js'

export interface BaseErrorOptions {
  readonly code: string
  readonly cause?: unknown
  /** A heading of a document that is installed with a package, such as `@latchkey/kernel/README.md#session`. */
  readonly docsPath?: string | undefined
  /** Further lines for developers: what was received, what was expected. */
  readonly metaMessages?: readonly string[] | undefined
  /** Numeric code of the wallet, node or relay, when it gave one. */
  readonly rpcCode?: number | undefined
  /** What stands in the sentence, for translations: names as text, amounts as amounts, other sentences as `Words`. */
  readonly parameters?: WordsParameters | undefined
}

/** Says whether a value is an error that one copy of this package made. */
export type ErrorCheck = (value: unknown) => boolean

const sentenceLimit = 300
const detailLimit = 1_000
const codeLimit = 64

/**
 * Every error of this product. `shortMessage` is a sentence for people; `message` adds context for developers.
 * `code` is stable, upper-case and never reused; match on it, or use {@link isKernelError}, never on `instanceof`.
 * Texts are cut and freed of invisible characters, because they may name a wallet, a token or what a node said.
 */
export class BaseError extends Error {
  override name = 'BaseError'
  declare readonly shortMessage: string
  declare readonly code: string
  declare readonly docsPath: string | undefined
  declare readonly metaMessages: readonly string[]
  declare readonly rpcCode: number | undefined
  declare readonly parameters: WordsParameters | undefined
  /** A private field is given by this constructor alone: no assignment, prototype, clone or proxy carries it. */
  readonly #isOwn = true
  static readonly #otherCopies = new Set<ErrorCheck>()

  constructor(sentence: string, options: BaseErrorOptions) {
    const { code, cause, docsPath, metaMessages = [], rpcCode, parameters } = options
    const shortMessage = plainText(sentence, sentenceLimit)
    const details = metaMessages.map((line) => plainText(line, detailLimit))
    const parts = [shortMessage, details.join('\n'), docsPath && `Docs: ${docsPath}`]
    super(parts.filter(Boolean).join('\n\n'), cause === undefined ? undefined : { cause })
    Object.assign(this, {
      shortMessage,
      code: plainText(code, codeLimit),
      docsPath,
      metaMessages: details,
      rpcCode,
      parameters,
    })
  }

  /** The first error of the cause chain, this one included, that matches; `undefined` when none does. */
  walk(matches: (error: unknown) => boolean): unknown {
    const seen = new Set<unknown>()
    let current: unknown = this
    while (current !== undefined && current !== null && !seen.has(current)) {
      if (matches(current)) return current
      seen.add(current)
      current = readField(current, 'cause')
    }
    return undefined
  }

  /** Whether this copy of the package made the value. */
  static isOwn(value: unknown): value is BaseError {
    return typeof value === 'object' && value !== null && #isOwn in value && value.#isOwn
  }

  /** Whether this copy made the value, or one that it was introduced to. */
  static isKnown(value: unknown): value is BaseError {
    return BaseError.isOwn(value) || [...BaseError.#otherCopies].some((isTheirs) => isTheirs(value))
  }

  /** Introduces another copy of this package by its check, and returns the check of this one. */
  static meet(isTheirs: ErrorCheck): ErrorCheck {
    BaseError.#otherCopies.add(isTheirs)
    return BaseError.isOwn
  }
}

/**
 * Whether a value is one of our errors, with the given code if one is given. An object that only looks like one, as a
 * wallet could throw it, is not. Errors from another copy of this package count once a plugin made with it is listed.
 */
export function isKernelError(error: unknown, code?: string): error is BaseError {
  return BaseError.isKnown(error) && (code === undefined || error.code === code)
}

/**
 * One line of text from anything that was thrown, at most 300 characters, without markup or invisible characters. The
 * words of an error that is not ours are a stranger's: never show them as the app's own; see `kernelErrorFrom`.
 */
export function messageOf(error: unknown): string {
  const text = isKernelError(error) ? error.shortMessage : foreignText(error)
  return plainText(text, sentenceLimit) || 'Unknown error'
}

function foreignText(error: unknown): unknown {
  if (typeof error === 'string') return error
  return isError(error) ? readField(error, 'message') : ''
}

function isError(value: unknown): boolean {
  try {
    return value instanceof Error
  } catch {
    return false
  }
}
