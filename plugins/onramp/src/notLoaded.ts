import type { Words } from '@latchkey/kernel/plugin'

/** Apart from the other words: it must be there when what draws them could not be loaded. */
export const notLoaded: Words = {
  section: 'onramp',
  key: 'toastNotLoaded',
  text: 'Couldn’t open Buy. Try again.',
}
