import { type Counted, defineMessages } from '@latchkey/ui-react'

/** What the connected account holds. */
export const balancesMessages = defineMessages('balances', {
  tokens: 'Tokens',
  collectibles: 'NFTs',
  total: 'Total value',
  unpriced: ({ count, countText }: Counted) =>
    count === 1
      ? '1 token without a price isn’t included'
      : `${countText} tokens without a price aren’t included`,
  hide: 'Hide balances',
  loading: 'Loading balances',
  refreshing: 'Refreshing balances',
  search: 'Search tokens',
  noMatch: 'No token found',
  noMatchText: ({ query }: { query: string }) => `Nothing you hold matches “${query}”.`,
  showAll: 'Show all tokens',
  seeAll: ({ count }: { count: string }) => `See all ${count} tokens`,
  order: 'Order',
  byWorth: 'By value',
  byName: 'By name',
  suspicious: 'Suspicious',
  suspiciousText: 'This token looks like a scam. Don’t interact with it.',
  unnamed: 'Unknown token',
  empty: 'No tokens yet',
  emptyText: ({ network }: { network: string }) => `What you buy or receive on ${network} appears here.`,
  popular: 'Popular',
  unsupported: 'Unsupported network',
  unsupportedText: 'This app doesn’t support the network your wallet is on.',
  unavailable: 'Token balance unavailable',
  unavailableText: 'Your tokens are safe. We couldn’t load them just now.',
  stale: 'These amounts may be out of date.',
  retryIn: ({ seconds }: { seconds: string }) => `Try again in ${seconds} s`,
  retry: 'Try again',
  fromChain: 'Read from the chain itself.',
  partial: 'Some balances couldn’t be loaded.',
  price: ({ price }: { price: string }) => `Price ${price}`,
  noCollectibles: 'No NFTs yet',
  noCollectiblesText: ({ network }: { network: string }) => `NFTs you receive on ${network} appear here.`,
  collectiblesUnsupported: ({ network }: { network: string }) => `NFTs aren’t available on ${network}.`,
  collectiblesUnavailable: 'Couldn’t load NFTs',
  loadingCollectibles: 'Loading NFTs',
  more: 'Show more',
  spamHidden: ({ count, countText }: Counted) =>
    count === 1
      ? '1 item that looks like spam is hidden'
      : `${countText} items that look like spam are hidden`,
  showSpam: 'Show',
  hideSpam: 'Hide',
  spamShown: 'Items that look like spam are shown',
  spam: 'Spam',
  owned: ({ count }: { count: string }) => `×${count}`,
  thisNetwork: 'this network',
  allNetworks: 'All networks',
  filter: 'Networks',
  failedNetworks: ({ count, countText }: Counted) =>
    count === 1
      ? '1 network couldn’t be read. It’s tried again.'
      : `${countText} networks couldn’t be read. They’re tried again.`,
  loadingNetworks: ({ count, countText }: Counted) =>
    count === 1 ? 'Reading 1 more network' : `Reading ${countText} more networks`,
  testnets: 'Show test networks',
  chooseTokens: 'Choose tokens',
  chooseDone: 'Done',
  nothingAnywhere: 'What you buy or receive on any network appears here.',
  tokenShown: 'Shown',
  tokenHidden: 'Hidden',
})
