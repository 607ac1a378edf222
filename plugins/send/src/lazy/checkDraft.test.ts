import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SendReceiver } from '../Sender.js'
import { checkDraft, type DraftFacts, type SendLabel } from './checkDraft.js'

const token = { amount: { value: 2_500_000n, decimals: 6, symbol: 'USD' }, price: '2' }
const draft = { token, amountText: '1', mode: 'token' as const, exactAmount: undefined, isMaximum: false }
const receiver: SendReceiver = { status: 'resolved', address: 'somebody' }

type Case = [what: string, label: SendLabel, change: Partial<DraftFacts['draft']>, receiver?: SendReceiver]

const cases: Case[] = [
  ['nothing', 'selectToken', { token: undefined, amountText: '' }, { status: 'empty' }],
  ['an amount and a receiver, but no token', 'selectToken', { token: undefined }],
  ['a token', 'addAmount', { amountText: '' }, { status: 'empty' }],
  ['a token and a receiver', 'addAmount', { amountText: '' }],
  ['more than there is', 'insufficientFunds', { amountText: '2.500001' }, { status: 'empty' }],
  ['more than there is, in money', 'insufficientFunds', { amountText: '5.01', mode: 'fiat' }],
  [
    'all of it, of which the fee leaves nothing',
    'insufficientFunds',
    { amountText: '0', exactAmount: 0n, isMaximum: true },
  ],
  ['zero', 'incorrectValue', { amountText: '0.00' }],
  ['a lone point', 'incorrectValue', { amountText: '.' }],
  ['more digits than the token has', 'incorrectValue', { amountText: '1.0000001' }],
  ['less than nothing', 'incorrectValue', { amountText: '-1' }],
  ['money without a price', 'incorrectValue', { mode: 'fiat', token: { amount: token.amount } }],
  ['money that buys less than one unit', 'incorrectValue', { mode: 'fiat', amountText: '0.000001' }],
  ['an amount and nobody', 'addAddress', {}, { status: 'empty' }],
  ['an amount and no address', 'invalidAddress', {}, { status: 'invalid' }],
  [
    'a name that nobody could look up',
    'invalidAddress',
    {},
    { status: 'failed', error: new Error() as never },
  ],
  ['everything', 'previewSend', {}],
  ['everything, in money', 'previewSend', { amountText: '5', mode: 'fiat' }],
  ['all there is', 'previewSend', { amountText: '2.5' }],
]

describe('the button', () => {
  it.each<Case>(cases)('with %s says "%s"', (_, label, change, who = receiver) => {
    const check = checkDraft({ draft: { ...draft, ...change }, receiver: who })
    expect(check.label).toBe(label)
    expect(check.isReady).toBe(label === 'previewSend')
  })

  it('waits while a name is looked up', () => {
    expect(checkDraft({ draft, receiver: { status: 'resolving' } })).toMatchObject({
      label: 'previewSend',
      isReady: false,
      isBusy: true,
    })
  })

  it('is ready exactly when the amount is above zero and covered, over 0 to 36 decimals and 2^256', () => {
    const units = fc.bigInt({ min: 0n, max: 2n ** 256n })
    fc.assert(
      fc.property(units, units, fc.integer({ min: 0, max: 36 }), (held, exactAmount, decimals) => {
        const amount = { value: held, decimals, symbol: 'T' }
        const facts = { ...draft, token: { amount }, amountText: 'x', exactAmount }
        const { isReady } = checkDraft({ draft: facts, receiver })
        expect(isReady).toBe(exactAmount > 0n && exactAmount <= held)
      }),
    )
  })
})
