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
  switchTo: ({ network }: { network: string }) => `Switch to ${network}`,
  otherWallet: ({ namespace }: { namespace: string }) => `Connect a wallet for ${namespace}`,
  otherWalletText: ({ namespace }: { namespace: string }) =>
    `Your current wallet isn't connected on ${namespace}. It stays connected.`,
  connectOther: ({ namespace }: { namespace: string }) => `Connect for ${namespace}`,
  sameWallet: ({ wallet, network }: { wallet: string; network: string }) =>
    `Connect ${wallet} on ${network} too?`,
  sameWalletText: ({ wallet }: { wallet: string }) =>
    `${wallet} will ask you to approve. What's connected stays connected.`,
  connectOn: ({ namespace }: { namespace: string }) => `Connect on ${namespace}`,
  useOther: 'Use another wallet',
  unsupported: 'Wrong network',
  unsupportedText: 'Switch to a supported network to continue.',
  disconnect: 'Disconnect',
})
