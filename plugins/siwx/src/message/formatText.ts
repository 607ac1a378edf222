import type { SiwxText } from './SiwxMessage.js'
import { FIELD_LABELS, HEADER_END, HEADER_START, RESOURCES_LABEL, type TextGrammar } from './TextGrammar.js'

/**
 * Prints a sign-in text as it is given, checking nothing. Use `createMessage` to build one: this exists to
 * rebuild a text from a CACAO, whose signature decides. LF line ends, no line feed at the end.
 */
export function formatText(text: Omit<SiwxText, 'accountKind'>, grammar: TextGrammar): string {
  const origin = text.scheme === undefined ? text.domain : `${text.scheme}://${text.domain}`
  const head = `${origin}${HEADER_START}${grammar.accountKind}${HEADER_END}\n${text.address}`
  const fields = formatFields(text)
  if (!grammar.optionalLines) {
    const statement = text.statement === undefined ? '' : `${text.statement}\n`
    return `${head}\n\n${statement}\n${fields}`
  }
  const statement = text.statement === undefined ? '' : `\n\n${text.statement}`
  return fields === '' ? `${head}${statement}` : `${head}${statement}\n\n${fields}`
}

function formatFields(text: Omit<SiwxText, 'accountKind'>): string {
  const lines: string[] = []
  for (const [name, label] of FIELD_LABELS) {
    const value = text[name]
    if (value !== undefined) lines.push(`${label}${value}`)
  }
  if (text.resources !== undefined) {
    lines.push(RESOURCES_LABEL, ...text.resources.map((resource) => `- ${resource}`))
  }
  return lines.join('\n')
}
