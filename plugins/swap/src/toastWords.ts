import { type Amount, toDecimal } from '@latchkey/kernel/contracts'
import type { Words } from '@latchkey/kernel/plugin'

const section = 'swap'

const plainAmount = ({ value, decimals, symbol }: Amount) => `${toDecimal(value, decimals)} ${symbol}`

/** What is said outside of the views; hosts translate it in the section `swap`. */
export const toastWords = {
  swapped: (what: Amount): Words => ({
    section,
    key: 'toastSwapped',
    text: `${plainAmount(what)} swapped.`,
    parameters: { what },
  }),
  failed: (what: Amount): Words => ({
    section,
    key: 'toastFailed',
    text: `${plainAmount(what)} wasn’t swapped. It’s still yours.`,
    parameters: { what },
  }),
  unclear: (what: Amount): Words => ({
    section,
    key: 'toastUnclear',
    text: `We can’t tell whether ${plainAmount(what)} was swapped. Look at the activity in your wallet before you swap again.`,
    parameters: { what },
  }),
  sentAfterAll: {
    section,
    key: 'toastSentAfterAll',
    text: 'An earlier swap of yours was sent after all.',
  },
} as const
