import { expect, it } from 'vitest'
import { readPaymentLink } from './readPaymentLink.js'

const to = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const token = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

it.each([
  [`solana:${to}`, { to }],
  [`solana:${to}?amount=1`, { to, amount: { whole: '1' } }],
  [
    `solana:${to}?amount=0.01&spl-token=${token}&label=Shop&message=Thanks%20for%20all`,
    { to, token, amount: { whole: '0.01' }, label: 'Shop', message: 'Thanks for all' },
  ],
  [
    `solana:${to}?amount=1&reference=${token}&reference=${to}&memo=Order5&label=`,
    { to, amount: { whole: '1' }, references: [token, to], memo: 'Order5' },
  ],
  [`solana:${to}?amount=1&redirect=https%3A%2F%2Fshop.example&x=1&x=2`, { to, amount: { whole: '1' } }],
])('reads %s', (link, content) => {
  expect(readPaymentLink(link)).toEqual(content)
})

it.each([
  ['solana:', 'no receiver'],
  ['solana:0x12', 'no receiver'],
  [`solana:${to}?amount=1e3`, 'amount "1e3"'],
  [`solana:${to}?amount=-1`, 'amount "-1"'],
  [`solana:${to}?amount=.5`, 'amount ".5"'],
  [`solana:${to}?amount=`, 'amount ""'],
  [`solana:${to}?amount=1&amount=2`, 'a parameter twice'],
  [`solana:${to}?spl-token=usdc`, 'a token that is no address'],
  [`solana:${to}?reference=${token}&reference=order-5`, 'a reference that is no key'],
  [`solana:${to}?memo=1&memo=2`, 'a parameter twice'],
])('calls %s damaged', (link, detail) => {
  expect(readPaymentLink(link)).toEqual({ problem: 'invalid', detail })
})

it.each([
  ['solana:https://shop.example/pay', 'a transaction that a server makes'],
  ['solana:https%3A%2F%2Fshop.example%2Fpay%3Fa', 'a transaction that a server makes'],
  [`solana:${to}?${`&reference=${token}`.repeat(6)}`, 'too many references'],
  [`solana:${to}?memo=${'m'.repeat(201)}`, 'a memo of 201 characters'],
  [`solana:${to}?Amount=1`, 'parameter "Amount"'],
])('refuses %s, which is no plain payment', (link, detail) => {
  expect(readPaymentLink(link)).toEqual({ problem: 'unsupported', detail })
})
