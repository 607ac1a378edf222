import { readField } from '@latchkey/kernel/chain'
/** What wallets say in words when they do not know a chain. */
const sentence =
  /(?:unrecogni[sz]ed|unknown|unsupported) (?:chain|network)|(?:chain|network).{0,60}(?:not (?:been )?(?:added|found|recogni[sz]ed|supported|exist)|does(?:n't| not) exist)/i

/**
 * Whether a wallet refused to switch because it does not know the chain: 4902 by custom, also nested; 32603 and -32603
 * from some wallets; 5000 and -32000 only with words that say so, because they mean other things as well.
 */
export function isUnknownChain(error: unknown): boolean {
  const codes = codesOf(error)
  if (codes.includes(4902) || codes.includes(32603)) return true
  if (codes.includes(4001)) return false
  if (codes.includes(-32603)) return true
  return (codes.includes(5000) || codes.includes(-32000)) && sentence.test(wordsOf(error))
}

const depthLimit = 4

function nestedOf(error: object): unknown[] {
  const [data, cause, inner] = ['data', 'cause', 'error'].map((name) => readField(error, name))
  return [readField(data, 'originalError'), cause, inner, data]
}

function codesOf(error: unknown, depth = 0): number[] {
  if (typeof error !== 'object' || error === null || depth > depthLimit) return []
  const code = readField(error, 'code')
  const isNumber = typeof code === 'number' || (typeof code === 'string' && /^-?\d{1,15}$/.test(code))
  const own = isNumber ? [Number(code)] : []
  return [...own, ...nestedOf(error).flatMap((nested) => codesOf(nested, depth + 1))]
}

function wordsOf(error: unknown, depth = 0): string {
  if (typeof error === 'string') return error.slice(0, 500)
  if (typeof error !== 'object' || error === null || depth > depthLimit) return ''
  const message = readField(error, 'message')
  const own = typeof message === 'string' ? message.slice(0, 500) : ''
  return [own, ...nestedOf(error).map((nested) => wordsOf(nested, depth + 1))].join(' ')
}
