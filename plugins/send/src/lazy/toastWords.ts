import { plainWords, type Words } from '@latchkey/kernel/plugin'

const section = 'send'

/** What is told of a send whose view is closed. */
export const toastWords = {
  sent: (amount: string): Words => ({
    section,
    key: 'toastSent',
    parameters: { amount },
    text: `${amount} was sent.`,
  }),
  failed: (amount: string, reason: Words): Words => ({
    section,
    key: 'toastFailed',
    parameters: { amount, reason },
    text: `${amount} was not sent. ${plainWords(reason)}`.trim(),
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
