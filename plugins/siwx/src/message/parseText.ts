import { CharacterClass, isEvery } from './characterClasses.js'
import { parseDateTime } from './dateTime.js'
import type { SiwxText } from './SiwxMessage.js'
import {
  FIELD_LABELS,
  HEADER_END,
  HEADER_START,
  MAX_TEXT_LENGTH,
  REQUIRED_FIELDS,
  RESOURCES_LABEL,
  startsWithLabel,
  type TextGrammar,
} from './TextGrammar.js'
import { isAuthority, isPchars, isScheme, isUri } from './uri.js'

/** Where a text left the grammar: the line (from 1) and what the grammar has there. */
export interface TextProblem {
  readonly line: number
  readonly expected: string
}

export type ParsedText =
  | { readonly ok: true; readonly text: SiwxText }
  | { readonly ok: false; readonly problem: TextProblem }

type Draft = { -readonly [key in keyof SiwxText]: SiwxText[key] }

/**
 * Reads a sign-in text by the ABNF of EIP-4361 (or of Sign In With Solana) and nothing looser. One pass over
 * the text, no regular expression, no backtracking. Nothing is trimmed, normalised or lower-cased.
 */
export function parseText(source: string, grammar: TextGrammar): ParsedText {
  if (source.length > MAX_TEXT_LENGTH) {
    return { ok: false, problem: { line: 1, expected: `at most ${MAX_TEXT_LENGTH} characters` } }
  }
  return new TextReader(source, grammar).read()
}

class TextReader {
  private position = 0
  private lineNumber = 0
  /** The line the reader stands on; undefined after the last. */
  private line: string | undefined

  constructor(
    private readonly source: string,
    private readonly grammar: TextGrammar,
  ) {
    this.advance()
  }

  read(): ParsedText {
    const draft: Draft = { accountKind: this.grammar.accountKind, domain: '', address: '' }
    const expected =
      this.readHeader(draft) ?? this.readAddress(draft) ?? this.readStatement(draft) ?? this.readFields(draft)
    if (expected) return { ok: false, problem: { line: this.lineNumber, expected } }
    return { ok: true, text: draft }
  }

  private advance(): void {
    this.lineNumber++
    if (this.position > this.source.length) {
      this.line = undefined
      return
    }
    const feed = this.source.indexOf('\n', this.position)
    const end = feed < 0 ? this.source.length : feed
    this.line = this.source.slice(this.position, end)
    this.position = end + 1
  }

  private readHeader(draft: Draft): string | undefined {
    const header = `${HEADER_START}${this.grammar.accountKind}${HEADER_END}`
    const line = this.line ?? ''
    if (!line.endsWith(header)) return `a domain and then "${header}"`
    const origin = line.slice(0, line.length - header.length)
    const separator = origin.indexOf('://')
    const domain = separator < 0 ? origin : origin.slice(separator + 3)
    if (separator >= 0) {
      draft.scheme = origin.slice(0, separator)
      if (!isScheme(draft.scheme)) return 'an RFC 3986 scheme before "://"'
    }
    if (domain === '' || !isAuthority(domain)) return 'an RFC 3986 authority as the domain'
    draft.domain = domain
    this.advance()
    return undefined
  }

  private readAddress(draft: Draft): string | undefined {
    const line = this.line ?? ''
    if (line.length < 1 || line.length > 128 || !isEvery(line, CharacterClass.caipAddress)) {
      return 'an account address'
    }
    draft.address = line
    this.advance()
    return undefined
  }

  private readStatement(draft: Draft): string | undefined {
    const optional = this.grammar.optionalLines
    if (optional && this.line === undefined) return undefined
    if (this.line !== '') return 'an empty line after the address'
    this.advance()
    if (this.line === '') {
      this.advance()
      if (this.line === '' && !optional) {
        draft.statement = ''
        this.advance()
      }
      return this.line === undefined ? 'a field after the empty lines' : undefined
    }
    if (this.line === undefined) return 'a statement or an empty line'
    if (optional && startsWithLabel(this.line)) return undefined
    if (!isEvery(this.line, CharacterClass.statement)) return 'a statement of RFC 3986 characters and spaces'
    draft.statement = this.line
    this.advance()
    if (optional && this.line === undefined) return undefined
    if (this.line !== '') return 'an empty line after the statement'
    this.advance()
    if (optional && this.line === undefined) return 'a field after the empty line'
    return undefined
  }

  private readFields(draft: Draft): string | undefined {
    for (let index = 0; index < FIELD_LABELS.length; index++) {
      const field = FIELD_LABELS[index]
      if (!field) break
      const [name, label] = field
      if (this.line?.startsWith(label)) {
        const value = this.line.slice(label.length)
        const expected = checkField(name, value)
        if (expected) return expected
        draft[name] = value
        this.advance()
      } else if (index < REQUIRED_FIELDS && !this.grammar.optionalLines) {
        return `the line "${label}"`
      }
    }
    if (this.line === RESOURCES_LABEL) this.readResources(draft)
    return this.line === undefined ? undefined : 'the next field in order, or the end of the text'
  }

  private readResources(draft: Draft): void {
    const resources: string[] = []
    this.advance()
    while (this.line?.startsWith('- ') && isUri(this.line.slice(2))) {
      resources.push(this.line.slice(2))
      this.advance()
    }
    draft.resources = resources
  }
}

function checkField(name: (typeof FIELD_LABELS)[number][0], value: string): string | undefined {
  switch (name) {
    case 'uri':
      return isUri(value) ? undefined : 'an RFC 3986 URI'
    case 'version':
      return value === '1' ? undefined : 'version 1'
    case 'chainId':
      return isChainText(value) ? undefined : 'a chain id'
    case 'nonce':
      return value.length >= 8 && isEvery(value, CharacterClass.alphanumeric)
        ? undefined
        : 'a nonce of at least eight letters and digits'
    case 'requestId':
      return isPchars(value) ? undefined : 'a request id of RFC 3986 path characters'
    default:
      return parseDateTime(value) === undefined ? 'an RFC 3339 date-time with a zone' : undefined
  }
}

/** Characters of a CAIP-2 id or of a bare reference; the profile decides which form counts. */
function isChainText(value: string): boolean {
  if (value.length < 1 || value.length > 41) return false
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    const letterOrDigit = isEvery(value, CharacterClass.alphanumeric, index, index + 1)
    if (!letterOrDigit && code !== 45 && code !== 95 && code !== 58) return false
  }
  return true
}

/** The word before "account:" in the first line, or undefined when the line is not a sign-in header. */
export function readAccountKind(source: string): string | undefined {
  const feed = source.indexOf('\n')
  const line = source.slice(0, feed < 0 ? Math.min(source.length, MAX_TEXT_LENGTH) : feed)
  const start = line.indexOf(HEADER_START)
  if (start < 0 || !line.endsWith(HEADER_END)) return undefined
  const kind = line.slice(start + HEADER_START.length, line.length - HEADER_END.length)
  return kind === '' ? undefined : kind
}
