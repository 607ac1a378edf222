import type { Words } from '@latchkey/kernel/plugin'

/** Apart from `toastWords`: it must be there when what draws the others could not be loaded. */
export const notLoaded: Words = {
  section: 'swap',
  key: 'toastNotLoaded',
  text: 'Couldn’t open Swap. Try again.',
}
