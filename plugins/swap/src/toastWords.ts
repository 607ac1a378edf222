import type { Words } from '@latchkey/kernel/plugin'

const section = 'swap'

/** What is said outside of the views; hosts translate it in the section `swap`. */
export const toastWords = {
  swapped: (what: string): Words => ({
    section,
    key: 'toastSwapped',
    text: `${what} swapped.`,
    parameters: { what },
  }),
  failed: (what: string): Words => ({
    section,
    key: 'toastFailed',
    text: `${what} wasn’t swapped. It’s still yours.`,
    parameters: { what },
  }),
  sentAfterAll: {
    section,
    key: 'toastSentAfterAll',
    text: 'An earlier swap of yours was sent after all.',
  },
  notLoaded: { section, key: 'toastNotLoaded', text: 'Swapping can’t be loaded right now. Try again.' },
} as const
