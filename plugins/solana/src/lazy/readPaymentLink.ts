import type { PaymentLinkContent, PaymentLinkProblem } from '@latchkey/kernel/contracts'
import { isAddress } from '../address.js'

const known = new Set(['amount', 'spl-token', 'reference', 'memo', 'label', 'message'])
/** Characters of each text, and references of one payment. */
const longestText = 200
const mostReferences = 5

/**
 * Reads a transfer request of Solana Pay. Parameters that the standard doesn't know are ignored. References, by which a shop finds the payment, and a memo are part of what is asked
 * for: who pays includes them, or doesn't pay.
 */
export function readPaymentLink(link: string): PaymentLinkContent | PaymentLinkProblem {
  const [, to = '', query = ''] = /^solana:([^?]*)(?:\?(.*))?$/is.exec(link) ?? []
  if (/^https(?::|%3a)/i.test(to)) return unsupported('a transaction that a server makes')
  if (!isAddress(to)) return invalid('no receiver')
  const parameters = new URLSearchParams(query)
  const names = [...parameters.keys()]
  // Unknown parameters are ignored, as the standard says. One that is known but for its capitals was meant to be read.
  const other = names.find((name) => !known.has(name) && known.has(name.toLowerCase()))
  if (other !== undefined) return unsupported(`parameter "${other}"`)
  const single = names.filter((name) => known.has(name) && name !== 'reference')
  if (new Set(single).size < single.length) return invalid('a parameter twice')
  const whole = parameters.get('amount')
  if (whole !== null && !/^\d{1,78}(?:\.\d{1,78})?$/.test(whole)) return invalid(`amount "${whole}"`)
  const token = parameters.get('spl-token')
  if (token !== null && !isAddress(token)) return invalid('a token that is no address')
  const references = parameters.getAll('reference')
  if (!references.every(isAddress)) return invalid('a reference that is no key')
  if (references.length > mostReferences) return unsupported('too many references')
  const texts = (['memo', 'label', 'message'] as const).flatMap((name) => {
    const text = parameters.get(name)
    return text ? [[name, text] as const] : []
  })
  const long = texts.find(([, text]) => text.length > longestText)
  if (long) return unsupported(`a ${long[0]} of ${long[1].length} characters`)
  return {
    to,
    ...(whole === null ? {} : { amount: { whole } }),
    ...(token === null ? {} : { token }),
    ...(references.length === 0 ? {} : { references }),
    ...Object.fromEntries(texts),
  }
}

const invalid = (detail: string): PaymentLinkProblem => ({ problem: 'invalid', detail })
const unsupported = (detail: string): PaymentLinkProblem => ({ problem: 'unsupported', detail })
