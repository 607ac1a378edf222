import { createWalletErrors } from '@latchkey/kernel/chain'

/** Keplr has no numbers: a person who declines is known by its words alone, also where money is asked for. */
export const keplrErrorFrom = createWalletErrors({
  name: 'Keplr',
  source: 'the provider that Keplr injects',
  codes: {},
  words: [[/^request rejected\.?$/i, 'refused']],
})
