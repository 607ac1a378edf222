import { defineMessages } from '@latchkey/ui-react'

/** The list of all wallets. */
export const directory = defineMessages('walletDirectory', {
  wallets: 'Wallets',
  recommended: 'Recommended wallets',
  search: 'Search wallets',
  installed: 'Installed',
  recent: 'Recent',
  lastUsed: 'Last used',
  certified: 'Certified',
  hostedFailed: 'More wallets could not be loaded.',
  tryAgain: 'Try again',
  none: 'No wallet found',
  noneText: ({ query }: { query: string }) => `Nothing here is called “${query}”.`,
  showAll: 'Show all wallets',
})
