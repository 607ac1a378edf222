import { defineMessages } from '../defineMessages.js'

/** Choosing and switching networks. */
export const networks = defineMessages('networks', {
  evmNetworks: 'EVM networks',
  search: 'Search networks',
  list: 'Networks',
  noneFound: 'No network found',
  noneFoundText: ({ query }: { query: string }) => `This app has no network called “${query}”.`,
  clearSearch: 'Show all networks',
  empty: 'This app has no networks',
  emptyText: 'Its developer needs to add one.',
  current: 'Current',
  testnet: 'Testnet',
  notApproved: ({ wallet }: { wallet: string }) =>
    `${wallet} didn’t share these networks. Disconnect and connect again to add them.`,
  whatIs: 'What is a network?',
  switchingTo: ({ network }: { network: string }) => `Switching to ${network}`,
  confirmIn: ({ wallet }: { wallet: string }) =>
    `Approve the switch in ${wallet}. If you don’t see it, open the wallet.`,
  declined: 'Switch canceled',
  declinedText: ({ network }: { network: string }) => `You’re still on ${network}.`,
  failed: 'Couldn’t switch network',
  unknown: 'This app doesn’t support that network',
  unknownText: 'Choose one from the list.',
  tryAgain: 'Try again',
  anotherNetwork: 'Another network',
  cancel: 'Cancel',
  switchTo: ({ network }: { network: string }) => `Switch to ${network}`,
  otherWallet: ({ namespace }: { namespace: string }) => `Connect a wallet for ${namespace}`,
  otherWalletText: ({ namespace }: { namespace: string }) =>
    `Your current wallet isn’t connected on ${namespace}. It stays connected.`,
  connectOther: ({ namespace }: { namespace: string }) => `Connect for ${namespace}`,
  sameWallet: ({ wallet, network }: { wallet: string; network: string }) =>
    `Connect ${wallet} on ${network} too?`,
  sameWalletText: ({ wallet }: { wallet: string }) =>
    `${wallet} will ask you to approve. What’s connected stays connected.`,
  connectOn: ({ namespace }: { namespace: string }) => `Connect on ${namespace}`,
  useOther: 'Use another wallet',
  unsupported: 'Wrong network',
  unsupportedText: 'Switch to a supported network to continue.',
  closedOn: ({ date }: { date: string }) => `This network closed on ${date}.`,
  closesOn: ({ date }: { date: string }) => `This network closes on ${date}.`,
  disconnect: 'Disconnect',
})
