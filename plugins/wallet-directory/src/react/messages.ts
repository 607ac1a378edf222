import { defineMessages } from '@latchkey/ui-react'

/** The list of all wallets. */
export const directory = defineMessages('walletDirectory', {
  title: 'All wallets',
  wallets: 'Wallets',
  recommended: 'Recommended wallets',
  search: 'Search wallets',
  installed: 'Installed',
  recent: 'Recent',
  lastUsed: 'Last used',
  certified: 'Certified',
  filters: 'Show only wallets',
  mobile: 'Mobile',
  browser: 'Browser',
  certifiedMeans: 'Examined by whoever keeps this list',
  code: 'Code',
  showCode: 'Show a connection code',
  hostedFailed: 'More wallets could not be loaded.',
  tryAgain: 'Try again',
  none: 'No wallet found',
  noneText: ({ query }: { query: string }) => `Nothing here is called “${query}”.`,
  noneFits: 'No wallet of the list fits what you chose.',
  noneFitsQuery: ({ query }: { query: string }) => `Nothing called “${query}” fits what you chose.`,
  found: ({ count }: { count: number }) => (count === 1 ? '1 wallet found' : `${count} wallets found`),
  showAll: 'Show all wallets',
})
