import { expect, it } from 'vitest'
import { readPaymentLink } from './readPaymentLink.js'

const to = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

it.each([
  [`bitcoin:${to}`, { to }],
  [`bitcoin:${to}?amount=0.001`, { to, amount: { whole: '0.001' } }],
  [`bitcoin:${to}?amount=.5`, { to, amount: { whole: '0.5' } }],
  [`bitcoin:${to}?amount=20.`, { to, amount: { whole: '20' } }],
  [`bitcoin:${to}?label=Shop&amount=50&message=Donation&somethingelse=5`, { to, amount: { whole: '50' } }],
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
  [`bitcoin:${to}?amount=1&Amount=2`, 'two amounts'],
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
