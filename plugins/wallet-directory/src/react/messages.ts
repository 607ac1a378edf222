import { type Counted, defineMessages } from '@latchkey/ui-react'

/** The list of all wallets. */
export const directory = defineMessages('walletDirectory', {
  title: 'All wallets',
  wallets: 'Wallets',
  popular: 'Popular wallets',
  recommended: 'Recommended wallets',
  toGet: 'Wallets for this device',
  search: 'Search wallets',
  installed: 'Installed',
  recent: 'Recent',
  lastUsed: 'Last used',
  certified: 'Certified',
  filters: 'Show only wallets',
  mobile: 'Mobile',
  browser: 'Browser',
  certifiedMeans: 'Reviewed by the maintainers of this list',
  code: 'Code',
  showCode: 'Show a connection code',
  hostedFailed: 'Couldn’t load more wallets.',
  tryAgain: 'Try again',
  noneText: ({ query }: { query: string }) => `No wallets match “${query}”.`,
  closed: ({ wallet, date }: { wallet: string; date: string }) =>
    `${wallet} takes no new connections since ${date}`,
  noneFits: 'No wallets match these filters.',
  noneFitsQuery: ({ query }: { query: string }) => `No wallets match “${query}” and these filters.`,
  found: ({ count, countText }: Counted) => (count === 1 ? '1 wallet found' : `${countText} wallets found`),
  showAll: 'Show all wallets',
})
