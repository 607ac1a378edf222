import type { PaymentLinkContent, PaymentLinkProblem } from '@latchkey/kernel/contracts'
import { parseAddress } from '../address.js'

/** Parameters that BIP-321 allows once. */
const single = ['amount', 'label', 'message', 'pop']
/** Characters that are kept of a text. */
const longestText = 200
/** Parameters that name another address, by the human-readable part that each of their addresses has. */
const addressNames = ['bc', 'tb']

/**
 * Reads a link of BIP-21, as BIP-321 has it: names of parameters in any case, those that are not known are left out
 * unless they are marked as required (`req-`). Without an address in the path the first of `bc` and `tb` is paid.
 */
export function readPaymentLink(link: string): PaymentLinkContent | PaymentLinkProblem {
  const [, path, query = ''] = /^bitcoin:([^?]*)(?:\?(.*))?$/is.exec(link) ?? []
  const parameters = [...new URLSearchParams(query)].map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  const named = path === '' ? parameters.find(([name]) => addressNames.includes(name)) : undefined
  const to = named ? named[1] : path
  if (!to) return unsupported('no address; it can be paid by other means only')
  const isNamedRight = !named || to.toLowerCase().startsWith(`${named[0]}1`)
  if (!parseAddress(to) || !isNamedRight) {
    return invalid(`an address that is none of Bitcoin${named ? ` in "${named[0]}"` : ''}`)
  }
  const required = parameters.find(([name]) => name.startsWith('req-'))
  if (required) return unsupported(`parameter "${required[0]}"`)
  const twice = single.find((name) => parameters.filter(([other]) => other === name).length > 1)
  if (twice) return invalid(`"${twice}" twice`)
  const said = (['label', 'message'] as const).flatMap((asked) => {
    const text = parameters.find(([name]) => name === asked)?.[1]
    return text ? [[asked, text.slice(0, longestText)] as const] : []
  })
  const words: Pick<PaymentLinkContent, 'label' | 'message'> = Object.fromEntries(said)
  const whole = parameters.find(([name]) => name === 'amount')?.[1]
  if (whole === undefined) return { to, ...words }
  if (!/^(?:\d{1,8}(?:\.\d{0,8})?|\.\d{1,8})$/.test(whole)) return invalid(`amount "${whole}"`)
  return { to, amount: { whole: whole.replace(/^\./, '0.').replace(/\.$/, '') }, ...words }
}

const invalid = (detail: string): PaymentLinkProblem => ({ problem: 'invalid', detail })
const unsupported = (detail: string): PaymentLinkProblem => ({ problem: 'unsupported', detail })
