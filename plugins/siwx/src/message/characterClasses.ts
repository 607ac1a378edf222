const ALPHA = 1
const DIGIT = 2
const HEX = 4
const MARK = 8
const SUB_DELIM = 16
const COLON = 32
const AT = 64
const SLASH = 128
const QUESTION = 256
const BRACKETS = 512
const HASH = 1024
const SPACE = 2048
const PLUS = 4096
const PERCENT = 8192
const DASH_DOT = 16384

const UNRESERVED = ALPHA | DIGIT | MARK
const RESERVED = SUB_DELIM | COLON | AT | SLASH | QUESTION | BRACKETS | HASH

/** Character classes of RFC 3986 section 2 and of EIP-4361, each a mask over {@link isEvery}. */
export const CharacterClass = {
  alphanumeric: ALPHA | DIGIT,
  digit: DIGIT,
  hex: HEX,
  unreserved: UNRESERVED,
  unreservedOrSubDelims: UNRESERVED | SUB_DELIM,
  userinfo: UNRESERVED | SUB_DELIM | COLON,
  pchar: UNRESERVED | SUB_DELIM | COLON | AT,
  path: UNRESERVED | SUB_DELIM | COLON | AT | SLASH,
  query: UNRESERVED | SUB_DELIM | COLON | AT | SLASH | QUESTION,
  scheme: ALPHA | DIGIT | PLUS | DASH_DOT,
  statement: UNRESERVED | RESERVED | SPACE,
  authorityEnd: SLASH | QUESTION | HASH,
  caipAddress: ALPHA | DIGIT | DASH_DOT | PERCENT,
} as const

const TABLE = buildTable()

function buildTable(): Uint16Array {
  const table = new Uint16Array(128)
  const mark = (characters: string, bit: number) => {
    for (const character of characters) {
      const code = character.charCodeAt(0)
      table[code] = (table[code] ?? 0) | bit
    }
  }
  mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', ALPHA)
  mark('0123456789', DIGIT)
  mark('0123456789abcdefABCDEF', HEX)
  mark('-._~', MARK)
  mark("!$&'()*+,;=", SUB_DELIM)
  mark(':', COLON)
  mark('@', AT)
  mark('/', SLASH)
  mark('?', QUESTION)
  mark('[]', BRACKETS)
  mark('#', HASH)
  mark(' ', SPACE)
  mark('+', PLUS)
  mark('%', PERCENT)
  mark('-.', DASH_DOT)
  return table
}

/** Whether the character at `index` is in the class. False past the end and for anything not ASCII. */
export function isIn(text: string, index: number, characterClass: number): boolean {
  return ((TABLE[text.charCodeAt(index)] ?? 0) & characterClass) !== 0
}

/** Whether every character of `text` from `start` to `end` is in the class. True for an empty span. */
export function isEvery(text: string, characterClass: number, start = 0, end = text.length): boolean {
  for (let index = start; index < end; index++) {
    if (((TABLE[text.charCodeAt(index)] ?? 0) & characterClass) === 0) return false
  }
  return true
}

/** As {@link isEvery}, and `%` followed by two hexadecimal digits is one character too (RFC 3986 section 2.1). */
export function isEveryOrEncoded(
  text: string,
  characterClass: number,
  start = 0,
  end = text.length,
): boolean {
  for (let index = start; index < end; index++) {
    if (((TABLE[text.charCodeAt(index)] ?? 0) & characterClass) !== 0) continue
    const encoded = text.charCodeAt(index) === 37 && index + 2 < end
    if (!encoded || !isIn(text, index + 1, HEX) || !isIn(text, index + 2, HEX)) return false
    index += 2
  }
  return true
}
