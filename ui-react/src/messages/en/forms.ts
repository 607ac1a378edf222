import { defineMessages } from '../defineMessages.js'

/** Forms that end in a question to the wallet: what they have in common, whatever they send. */
export const forms = defineMessages('forms', {
  aWallet: 'your wallet',
  notConnected: 'No account connected',
  connect: 'Connect wallet',
  otherNetworkText: 'Switch networks to continue.',
  switchNetwork: ({ network }: { network: string }) => `Switch to ${network}`,
  outstanding: ({ wallet }: { wallet: string }) => `${wallet} has a pending request`,
  outstandingText: 'Approve or reject it first.',
  showRequest: 'Show the request',
  addressElsewhere: ({ network }: { network: string }) => `This is an address on ${network}.`,
  chooseToken: 'Select token',
  changeToken: ({ token }: { token: string }) => `${token}, change token`,
  buy: ({ token }: { token: string }) => `Buy ${token}`,
  nothingToConfirm: 'There is nothing to confirm',
  toForm: 'Back to the form',
  confirmIn: ({ wallet }: { wallet: string }) => `Confirm in ${wallet}`,
  goBack: 'Go back',
  noAnswer: 'Wallet not responding?',
  noAnswerTitle: 'Stop waiting?',
  noAnswerText: 'If you approve it in your wallet later, it will still happen.',
  stopWaiting: 'Stop waiting',
  keepWaiting: 'Keep waiting',
  explorer: 'View on explorer',
  done: 'Done',
})
