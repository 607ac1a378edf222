import type { NetworkId } from '@latchkey/kernel/plugin'
import type { PaymentLinkContent, PaymentLinkProblem } from '@latchkey/kernel/contracts'
import { isAddress } from '../address.js'

const form = /^ethereum:([^@/?]+)(?:@([^/?]*))?(?:\/([^?]*))?(?:\?(.*))?$/is
/** Hints at the fee, which a person chooses here. */
const hints = new Set(['gas', 'gasLimit', 'gasPrice'])
/** Networks with a checksum of their own (EIP-1191), any of which a link that names none may mean. */
const anyNetwork: readonly NetworkId[] = ['eip155:30', 'eip155:31']
const largest = 2n ** 256n - 1n

/**
 * Reads a link of EIP-681: a payment of the coin, or `transfer` of an ERC-20 token. Any other call, and any other use of
 * the scheme (ERC-831: a word and a dash before what it is about), is refused.
 */
export function readPaymentLink(link: string): PaymentLinkContent | PaymentLinkProblem {
  const [, payload = '', chain, call, query = ''] = form.exec(link) ?? []
  const [, use = 'pay', target = ''] = /^(?:(?!0x)([^-]*)-)?(.*)$/is.exec(payload) ?? []
  if (use.toLowerCase() !== 'pay') return unsupported(`use "${use}"`)
  if (target === '') return invalid('no receiver')
  if (chain !== undefined && !/^[1-9]\d{0,17}$/.test(chain)) return invalid(`chain id "${chain}"`)
  if (call !== undefined && call !== 'transfer') return unsupported(`call of "${call}"`)
  const parameters = readQuery(query)
  if (!parameters) return invalid('an encoding that is damaged')
  const names = [...parameters.keys()]
  if (new Set(names).size < names.length) return invalid('a parameter twice')
  const [receiverName, amountName] = call === undefined ? [undefined, 'value'] : ['address', 'uint256']
  const other = names.find((name) => name !== receiverName && name !== amountName && !hints.has(name))
  if (other !== undefined) return unsupported(`parameter "${other}"`)
  const text = parameters.get(amountName)
  const units = text === null ? undefined : readNumber(text)
  if (text !== null && units === undefined) return invalid(`amount "${text}"`)
  const isSpelled = (address: string) =>
    (chain === undefined ? anyNetwork : [`eip155:${chain}` as const]).some((id) => isAddress(address, id))
  const place = {
    ...(chain === undefined ? {} : { networkId: `eip155:${chain}` as const }),
    ...(units === undefined ? {} : { amount: { units } }),
  }
  if (call === undefined) {
    // A wrong checksum is a typing error; what has no 0x is looked up as a name.
    if (/^0x/i.test(target) && !isSpelled(target)) return invalid('an address with a wrong checksum')
    return { ...place, to: target }
  }
  const to = parameters.get('address')
  if (to === null || to === '') return invalid('no receiver of the token')
  if (!/^0x/i.test(target) || !isSpelled(target)) return unsupported('a token by its name')
  if (/^0x/i.test(to) && !isSpelled(to)) return invalid('an address with a wrong checksum')
  return { ...place, to, token: target }
}

/** Percent-encoding alone: in a link that is no form a plus is a plus. */
function readQuery(query: string): URLSearchParams | undefined {
  try {
    const pairs = query.split('&').filter((pair) => pair !== '')
    return new URLSearchParams(
      pairs.map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
      }),
    )
  } catch {
    // A percent sign that encodes no character.
    return undefined
  }
}

/** A whole number of the smallest unit; the standard allows a sign, a point and an exponent: `+2.014e18`, `.5e18`. */
function readNumber(text: string): bigint | undefined {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^\+?(\d{0,78})(?:\.(\d{1,78}))?(?:e(\d{1,3}))?$/i.exec(text) ?? []
  if (whole + fraction === '') return undefined
  // no money: how many zeros
  const zeros = Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  // What lies behind the point must be nothing.
  if (zeros < 0 && digits % 10n ** BigInt(-zeros) !== 0n) return undefined
  const value = zeros < 0 ? digits / 10n ** BigInt(-zeros) : digits * 10n ** BigInt(zeros)
  return value > largest ? undefined : value
}

const invalid = (detail: string): PaymentLinkProblem => ({ problem: 'invalid', detail })
const unsupported = (detail: string): PaymentLinkProblem => ({ problem: 'unsupported', detail })
