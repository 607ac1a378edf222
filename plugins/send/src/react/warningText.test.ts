import { expect, it } from 'vitest'
import type { SendWarning } from '../Sender.js'
import { sendMessages } from './messages.js'
import { warningText } from './warningText.js'

const words = {
  messages: sendMessages.messages,
  locale: 'en',
  say: (words: unknown) => String((words as { text?: unknown }).text),
}
const amount = { value: 5n, decimals: 1, symbol: 'ETH' }

it.each([
  ['nothing', {}],
  ['an amount that is a text', { amount: 'all', askedAt: 0 }],
  ['an amount without a value', { amount: { decimals: 1, symbol: 'ETH' }, askedAt: 0 }],
  ['more decimals than there are', { amount: { ...amount, decimals: 1e9 }, askedAt: 0 }],
  ['a moment that no calendar has', { amount, askedAt: 1e300 }],
  ['no moment', { amount, askedAt: 'yesterday' }],
])('says the sentence of a notice with a code of this plugin and %s in its parameters', (_, garbage) => {
  const warning: SendWarning = {
    code: 'SEND_MAY_REPEAT',
    severity: 'warning',
    message: 'Its own words.',
    parameters: garbage as SendWarning['parameters'] & object,
  }
  expect(warningText(warning, words)).toBe('Its own words.')
})

it('names amount and time of an earlier send', () => {
  const parameters = { amount, askedAt: 1_700_000_000_000 }
  const warning: SendWarning = {
    code: 'SEND_MAY_REPEAT',
    severity: 'warning',
    message: 'Other words.',
    parameters,
  }
  expect(warningText(warning, words)).toContain('0.5')
})
