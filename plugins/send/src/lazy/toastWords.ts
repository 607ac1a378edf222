import { type Amount, plainWords, toDecimal } from '@latchkey/kernel/contracts'
import type { Words } from '@latchkey/kernel/plugin'

const section = 'send'

const plainAmount = ({ value, decimals, symbol }: Amount) => `${toDecimal(value, decimals)} ${symbol}`

/** What is told of a send whose view is closed. */
export const toastWords = {
  sent: (amount: Amount): Words => ({
    section,
    key: 'toastSent',
    parameters: { amount },
    text: `${plainAmount(amount)} was sent.`,
  }),
  failed: (amount: Amount, reason: Words): Words => ({
    section,
    key: 'toastFailed',
    parameters: { amount, reason },
    text: `${plainAmount(amount)} was not sent. ${plainWords(reason)}`.trim(),
  }),
  sentAfterAll: {
    section,
    key: 'toastSentAfterAll',
    text: 'An earlier request of yours was sent after all.',
  },
  maybeSent: {
    section,
    key: 'toastMaybeSent',
    text: 'An earlier request of yours may have been sent. Look at it in the wallet.',
  },
} as const
