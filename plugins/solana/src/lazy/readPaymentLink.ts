import type { PaymentLinkContent, PaymentLinkProblem } from '@latchkey/kernel/plugin'
import { isAddress } from '../address.js'

/** Says something to the person who pays, and changes nothing. */
const words = new Set(['label', 'message'])

/**
 * Reads a transfer request of Solana Pay. A reference, by which a shop finds the payment, and a memo must be part of the
 * transaction; a send here cannot carry them, so that such a link is refused and never half paid.
 */
export function readPaymentLink(link: string): PaymentLinkContent | PaymentLinkProblem {
  const [, to = '', query = ''] = /^solana:([^?]*)(?:\?(.*))?$/is.exec(link) ?? []
  if (/^https(?::|%3a)/i.test(to)) return unsupported('a transaction that a server makes')
  if (!isAddress(to)) return invalid('no receiver')
  const parameters = new URLSearchParams(query)
  const names = [...parameters.keys()]
  const other = names.find((name) => name !== 'amount' && name !== 'spl-token' && !words.has(name))
  if (other !== undefined) return unsupported(`parameter "${other}"`)
  if (new Set(names).size < names.length) return invalid('a parameter twice')
  const whole = parameters.get('amount')
  if (whole !== null && !/^\d{1,78}(?:\.\d{1,78})?$/.test(whole)) return invalid(`amount "${whole}"`)
  const token = parameters.get('spl-token')
  if (token !== null && !isAddress(token)) return invalid('a token that is no address')
  return {
    to,
    ...(whole === null ? {} : { amount: { whole } }),
    ...(token === null ? {} : { token }),
  }
}

const invalid = (detail: string): PaymentLinkProblem => ({ problem: 'invalid', detail })
const unsupported = (detail: string): PaymentLinkProblem => ({ problem: 'unsupported', detail })
