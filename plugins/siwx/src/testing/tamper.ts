/** One text with one thing wrong, and the refusals that are right for it. */
export interface Tampered {
  readonly name: string
  readonly text: string
}

const LABELS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
]

/** Letters that look like ASCII ones and are not. */
const CONFUSABLES: Readonly<Record<string, string>> = {
  a: '\u0430',
  e: '\u0435',
  o: '\u043e',
  p: '\u0440',
  c: '\u0441',
  i: '\u0456',
  x: '\u0445',
  A: '\u0410',
  C: '\u0421',
  N: '\u039d',
  '0': '\uff10',
  '1': '\uff11',
  '-': '\u2010',
  ':': '\uff1a',
  ' ': '\u00a0',
}

/**
 * Every structural way to spoil a sign-in text: each line dropped, doubled, swapped with the next, with a
 * confusable letter, with other line ends, with spaces around, and the text cut at every length.
 */
export function tamperStructure(text: string): readonly Tampered[] {
  const lines = text.split('\n')
  const result: Tampered[] = []
  const add = (name: string, changed: readonly string[] | string) => {
    const spoiled = typeof changed === 'string' ? changed : changed.join('\n')
    if (spoiled !== text) result.push({ name, text: spoiled })
  }
  for (const [index, line] of lines.entries()) {
    const label = `line ${index + 1} (${line.slice(0, 16)})`
    add(`${label} dropped`, [...lines.slice(0, index), ...lines.slice(index + 1)])
    add(`${label} doubled`, [...lines.slice(0, index), line, ...lines.slice(index)])
    const next = lines[index + 1]
    if (next !== undefined)
      add(`${label} swapped`, [...lines.slice(0, index), next, line, ...lines.slice(index + 2)])
    const replace = (value: string) => [...lines.slice(0, index), value, ...lines.slice(index + 1)]
    add(`${label} confused`, replace(confuse(line)))
    add(`${label} with CR`, replace(`${line}\r`))
    add(`${label} with leading space`, replace(` ${line}`))
    add(`${label} with tab`, replace(`${line}\t`))
    add(`${label} with NUL`, replace(`${line}\0`))
    add(`${label} with a zero-width space`, replace(`${line}\u200b`))
    add(`${label} with a right-to-left mark`, replace(`\u200f${line}`))
    add(`${label} with a combining mark`, replace(`${line}\u0301`))
  }
  add('CRLF', text.replaceAll('\n', '\r\n'))
  add('CR', text.replaceAll('\n', '\r'))
  add('line separator', text.replaceAll('\n', '\u2028'))
  add('next line', text.replaceAll('\n', '\u0085'))
  add('BOM', `\ufeff${text}`)
  add('trailing feed', `${text}\n`)
  add('leading feed', `\n${text}`)
  add('trailing space', `${text} `)
  add('lone surrogate', `${text}\ud800`)
  for (let length = 0; length < text.length; length++) add(`cut at ${length}`, text.slice(0, length))
  return result
}

function confuse(line: string): string {
  for (const [plain, other] of Object.entries(CONFUSABLES)) {
    if (line.includes(plain)) return line.replace(plain, other)
  }
  return line
}

/** Changes the value of one labelled line. */
export function withField(text: string, label: string, value: string): string {
  if (!LABELS.includes(label)) throw new Error(`${label} is not a field`)
  return text
    .split('\n')
    .map((line) => (line.startsWith(`${label}: `) ? `${label}: ${value}` : line))
    .join('\n')
}
