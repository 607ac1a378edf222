import { defineMessages } from '../defineMessages.js'

/** Choosing and switching networks. */
export const networks = defineMessages('networks', {
  evmNetworks: 'EVM networks',
  search: 'Search networks',
  list: 'Networks',
  noneFound: 'No network found',
  noneFoundText: ({ query }: { query: string }) => `This app has no network called “${query}”.`,
  clearSearch: 'Show all networks',
  empty: 'This app lists no network',
  emptyText: 'Its developer has to add one.',
  current: 'Current',
  testnet: 'Testnet',
  notApproved: ({ wallet }: { wallet: string }) =>
    `${wallet} was connected without these. Disconnect and connect again to add them.`,
  whatIs: 'What is a network?',
  switchingTo: ({ network }: { network: string }) => `Switching to ${network}`,
  confirmIn: ({ wallet }: { wallet: string }) =>
    `Confirm the switch in ${wallet}. Open it if it did not open by itself.`,
  declined: 'You declined the switch',
  declinedText: ({ network }: { network: string }) => `You are still on ${network}.`,
  failed: 'The network was not switched',
  unknown: 'This app does not list that network',
  unknownText: 'Choose one from the list.',
  tryAgain: 'Try again',
  anotherNetwork: 'Another network',
  cancel: 'Cancel',
  otherWallet: ({ network }: { network: string }) => `${network} needs another wallet`,
  otherWalletText: ({ namespace }: { namespace: string }) =>
    `The wallet you use now does not work with ${namespace}. Connect one that does; the wallet you use now stays connected.`,
  connectOther: ({ namespace }: { namespace: string }) => `Connect for ${namespace}`,
  unsupported: 'Your wallet is on a network this app does not support',
  unsupportedText: 'Switch to one of these networks to go on.',
  disconnect: 'Disconnect',
})
