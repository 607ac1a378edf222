import type { Random } from './random.js'

const PIECES = [
  '\n',
  '\r\n',
  '\n\n',
  'URI: ',
  'Version: 1',
  'Chain ID: ',
  'Nonce: ',
  'Issued At: ',
  'Expiration Time: ',
  'Not Before: ',
  'Request ID: ',
  'Resources:',
  '- ',
  '://',
  '[::1]',
  '%',
  '%41',
  '\0',
  '\ud800',
  '\u202e',
  ' wants you to sign in with your Ethereum account:',
  'https://',
]

/** Changes a text in one to four random ways, or makes one of nothing but noise. */
export function mutate(text: string, random: Random): string {
  if (random.once(20)) return noise(random)
  let result = text
  for (let count = 1 + random.below(4); count > 0; count--) result = mutateOnce(result, random)
  return result
}

function mutateOnce(text: string, random: Random): string {
  const start = random.below(text.length + 1)
  const end = Math.min(text.length, start + random.below(12))
  const before = text.slice(0, start)
  switch (random.below(7)) {
    case 0:
      return before + text.slice(end)
    case 1:
      return before + String.fromCharCode(random.below(random.once(8) ? 65_536 : 128)) + text.slice(start + 1)
    case 2:
      return before + random.pick(PIECES) + text.slice(start)
    case 3:
      return before + text.slice(start, end) + text.slice(start)
    case 4:
      return before
    case 5:
      return swapLines(text, random)
    default:
      return before + random.text('abcXYZ019 :/-\n', 1, 6) + text.slice(end)
  }
}

function swapLines(text: string, random: Random): string {
  const lines = text.split('\n')
  const one = random.below(lines.length)
  const other = random.below(lines.length)
  const [first, second] = [lines[one] ?? '', lines[other] ?? '']
  lines[one] = second
  lines[other] = first
  return lines.join('\n')
}

function noise(random: Random): string {
  return Array.from({ length: random.below(200) }, () =>
    String.fromCharCode(random.below(random.once(4) ? 65_536 : 128)),
  ).join('')
}
