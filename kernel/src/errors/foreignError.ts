import { readField } from './readField.js'

/** Characters read of each text: a pattern over more would hold up the page. */
const textLimit = 500
/** Errors looked into. Real ones are three or four inside each other. */
const errorLimit = 32

/** A number, or a name where the dialect has names. */
type ForeignCode = number | string

/** What is read of anything that was thrown, outermost first. Getters and proxies that throw are as if they weren't there. */
export interface ForeignError {
  readonly codes: readonly ForeignCode[]
  /** Each text once. */
  readonly texts: readonly string[]
}

/** Reads an error and the errors inside it (`data.originalError`, `cause`, `error`, `data`). */
export function readForeignError(error: unknown): ForeignError {
  const codes: ForeignCode[] = []
  const texts: string[] = []
  const addText = (value: unknown) => {
    const text = typeof value === 'string' ? value.slice(0, textLimit).trim() : ''
    // Bytes of a contract are no words. A text within another adds nothing.
    if (text && !text.startsWith('0x') && !texts.some((known) => known.includes(text))) texts.push(text)
  }
  addText(error)
  const found: unknown[] = [error]
  for (let index = 0; index < found.length; index += 1) {
    const one = found[index]
    codes.push(...codesOf(one))
    for (const name of ['message', 'details', 'data', 'cause', 'error']) addText(readField(one, name))
    const inner = [
      readField(readField(one, 'data'), 'originalError'),
      ...['cause', 'error', 'data'].map((name) => readField(one, name)),
    ]
    for (const nested of inner) {
      if (
        typeof nested === 'object' &&
        nested !== null &&
        !found.includes(nested) &&
        found.length < errorLimit
      )
        found.push(nested)
    }
  }
  return { codes, texts }
}

/**
 * `code`, as a number where it's written as text; and `context.__code`, where errors of the Wallet Standard have it. Below zero it
 * is a node's.
 */
function codesOf(error: unknown): ForeignCode[] {
  const standard = readField(readField(error, 'context'), '__code')
  const codes = [
    readField(error, 'code'),
    typeof standard === 'number' && standard > 0 ? standard : undefined,
  ]
  return codes.flatMap((code): ForeignCode[] => {
    if (typeof code === 'string' && /^-?\d{1,15}$/.test(code)) return [Number(code)]
    if (typeof code === 'string') return /^[A-Z_]{1,64}$/.test(code) ? [code] : []
    return Number.isSafeInteger(code) ? [code as number] : []
  })
}
