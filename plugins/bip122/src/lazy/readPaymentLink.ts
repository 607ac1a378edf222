import type { PaymentLinkContent, PaymentLinkProblem } from '@latchkey/kernel/plugin'
import { parseAddress } from '../address.js'

/**
 * Reads a link of BIP-21, as BIP-321 has it: names of parameters in any case, those that are not known are left out
 * unless they are marked as required (`req-`).
 */
export function readPaymentLink(link: string): PaymentLinkContent | PaymentLinkProblem {
  const [, to = '', query = ''] = /^bitcoin:([^?]*)(?:\?(.*))?$/is.exec(link) ?? []
  if (to === '') return unsupported('no address; it can be paid by other means only')
  if (!parseAddress(to)) return invalid('an address that is none of Bitcoin')
  const parameters = [...new URLSearchParams(query)].map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  const required = parameters.find(([name]) => name.startsWith('req-'))
  if (required) return unsupported(`parameter "${required[0]}"`)
  const [whole, ...others] = parameters.flatMap(([name, value]) => (name === 'amount' ? value : []))
  if (others.length > 0) return invalid('two amounts')
  if (whole === undefined) return { to }
  if (!/^(?:\d{1,8}(?:\.\d{0,8})?|\.\d{1,8})$/.test(whole)) return invalid(`amount "${whole}"`)
  return { to, amount: { whole: whole.replace(/^\./, '0.').replace(/\.$/, '') } }
}

const invalid = (detail: string): PaymentLinkProblem => ({ problem: 'invalid', detail })
const unsupported = (detail: string): PaymentLinkProblem => ({ problem: 'unsupported', detail })
