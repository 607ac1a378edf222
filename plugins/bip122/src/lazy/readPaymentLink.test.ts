import { describe, expect, it } from 'vitest'
import bip321 from '../../vectors/bip21/uri_bip321.json' with { type: 'json' }
import bip21 from '../../vectors/bip21/uri_bitcoinjs.json' with { type: 'json' }
import { readPaymentLink } from './readPaymentLink.js'

const to = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const base58 = '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'

it.each([
  [`bitcoin:${to}`, { to }],
  [`bitcoin:${to}?amount=0.001`, { to, amount: { whole: '0.001' } }],
  [`bitcoin:${to}?amount=.5`, { to, amount: { whole: '0.5' } }],
  [`bitcoin:${to}?amount=20.`, { to, amount: { whole: '20' } }],
  [`bitcoin:?bc=${to}&amount=2`, { to, amount: { whole: '2' } }],
  [`bitcoin:?tb=${testnet}&bc=${to}`, { to: testnet }],
  [`bitcoin:${base58}?bc=${to}`, { to: base58 }],
  [
    `bitcoin:${to}?label=Shop&amount=50&message=Donation&somethingelse=5`,
    { to, amount: { whole: '50' }, label: 'Shop', message: 'Donation' },
  ],
  [
    `BITCOIN:${to.toUpperCase()}?AMOUNT=0.1&LIGHTNING=LNBC1`,
    { to: to.toUpperCase(), amount: { whole: '0.1' } },
  ],
])('reads %s', (link, content) => {
  expect(readPaymentLink(link)).toEqual(content)
})

it.each([
  ['bitcoin:nobody?amount=1', 'an address that is none of Bitcoin'],
  [`bitcoin:${to}?amount=1e3`, 'amount "1e3"'],
  [`bitcoin:${to}?amount=1,5`, 'amount "1,5"'],
  [`bitcoin:${to}?amount=-1`, 'amount "-1"'],
  [`bitcoin:${to}?amount=`, 'amount ""'],
  [`bitcoin:${to}?amount=0.123456789`, 'amount "0.123456789"'],
  [`bitcoin:${to}?amount=1&Amount=2`, '"amount" twice'],
  ...['amount', 'label', 'message', 'pop'].flatMap((name) =>
    ['1', ''].map((value) => [
      `bitcoin:${to}?${name}=1&x=2&${name.toUpperCase()}=${value}`,
      `"${name}" twice`,
    ]),
  ),
  [`bitcoin:?bc=${testnet}`, 'an address that is none of Bitcoin in "bc"'],
  [`bitcoin:?tb=${to}`, 'an address that is none of Bitcoin in "tb"'],
  ['bitcoin:?bc=1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH', 'an address that is none of Bitcoin in "bc"'],
])('calls %s damaged', (link, detail) => {
  expect(readPaymentLink(link)).toEqual({ problem: 'invalid', detail })
})

it.each([
  [`bitcoin:${to}?req-somethingyoudontunderstand=50&amount=1`, 'parameter "req-somethingyoudontunderstand"'],
  [`bitcoin:${to}?REQ-POP=x`, 'parameter "req-pop"'],
  ['bitcoin:?lno=lno1', 'no address; it can be paid by other means only'],
])('refuses %s, which is no plain payment', (link, detail) => {
  expect(readPaymentLink(link)).toEqual({ problem: 'unsupported', detail })
})

/** The examples name addresses that are not real on purpose: each is replaced by one that is. */
function withRealAddress(uri: string): string {
  const real: Record<string, string> = { bc: to, tb: testnet }
  const [path = '', ...query] = uri.split('?')
  const written = path.replace(/^(bitcoin:)(.+)$/i, (_, scheme: string) => `${scheme}${base58}`)
  const named = query
    .join('?')
    .replace(/(bc|tb)1[a-z0-9]{20,}/gi, (_, prefix: string) => real[prefix.toLowerCase()] ?? '')
  return query.length === 0 ? written : `${written}?${named}`
}

describe('BIP-321 examples', () => {
  it.each(bip321.cases)('$uri', ({ uri, valid }) => {
    const content = readPaymentLink(withRealAddress(uri))
    // What is valid and can only be paid over Lightning is no payment of this chain.
    const isElsewhere = !/^bitcoin:[^?]|[?&](bc|tb)=/i.test(uri)
    expect('problem' in content ? content.problem : 'payment').toEqual(
      valid ? (isElsewhere ? 'unsupported' : 'payment') : expect.stringMatching(/^(invalid|unsupported)$/),
    )
  })
})

describe('bitcoinjs examples', () => {
  it.each(bip21.cases)('$id $uri', ({ uri, valid, compliant, address, options }: any) => {
    const content = readPaymentLink(uri)
    // `bitcoin://` is no link of the standard, and no address either.
    if (!valid || uri.toLowerCase().startsWith('bitcoin://')) return expect(content).toHaveProperty('problem')
    expect(content).toMatchObject({ to: address })
    const amount = options?.amount
    if (amount !== undefined) expect(content).toMatchObject({ amount: { whole: `${amount}` } })
    expect([undefined, false]).toContain(compliant)
  })
})
