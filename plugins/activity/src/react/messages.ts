import { defineMessages } from '@latchkey/ui-react'

/** What the account did. */
export const activityMessages = defineMessages('activity', {
  activity: 'Activity',
  all: 'See all activity',
  loading: 'Reading activity',
  loadingMore: 'Reading older activity',
  empty: 'No activity yet',
  emptyText: ({ network }: { network: string }) => `What you send and receive on ${network} appears here.`,
  emptyWindow: ({ network }: { network: string }) =>
    `Nothing was found on ${network} as far back as was looked.`,
  receive: 'Receive',
  unsupported: 'This network is not used here',
  unsupportedText: 'Your wallet is on a network that this app does not know, so its activity is not read.',
  unavailable: 'Failed to fetch transactions',
  unavailableText: 'Your money is safe. Its history could not be read just now.',
  moreUnavailable: 'Older activity could not be read.',
  retry: 'Try again',
  lookFurther: 'Look further back',
  undated: 'Date unknown',
  pending: 'Pending',
  failed: 'Failed',
  confirmed: 'Confirmed',
  to: 'To',
  from: 'From',
  thisNetwork: 'this network',
  since: ({ block, date }: { block: string; date: string }) =>
    date ? `Shown since block ${block}, ${date}.` : `Shown since block ${block}.`,
  coinSince: ({ coin, block, date }: { coin: string; block: string; date: string }) =>
    date
      ? `Transfers of ${coin} are shown since block ${block}, ${date}.`
      : `Transfers of ${coin} are shown since block ${block}.`,
  collectible: ({ name, id }: { name: string; id: string }) => (name ? `${name} #${id}` : `NFT #${id}`),
  several: ({ count, what }: { count: string; what: string }) => `${count} × ${what}`,
  approve: 'Approved',
  borrow: 'Borrowed',
  burn: 'Burnt',
  buy: 'Bought',
  cancel: 'Canceled',
  claim: 'Claimed',
  deploy: 'Deployed',
  deposit: 'Deposited',
  execute: 'Executed',
  mint: 'Minted',
  receiveDone: 'Received',
  repay: 'Repaid',
  sell: 'Sold',
  send: 'Sent',
  stake: 'Staked',
  trade: 'Swapped',
  unstake: 'Unstaked',
  withdraw: 'Withdrawn',
})
