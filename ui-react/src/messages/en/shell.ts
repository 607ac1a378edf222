import { defineMessages } from '../defineMessages.js'

/** The frame around every view. */
export const shell = defineMessages('shell', {
  back: 'Back',
  close: 'Close',
  help: 'What is a wallet?',
  network: ({ name }: { name: string }) => `Network: ${name}. Switch network`,
  loadingView: 'Loading',
  notifications: 'Notifications',
  viewFailed: 'This part could not be shown',
  viewFailedText: 'The rest still works. Try again, or go on without it.',
  modalFailed: 'This window could not be shown',
  modalFailedText: 'A part of this app is broken. You can disconnect here. Reload the page to use the rest.',
  titleConnect: 'Connect wallet',
  titleConnectWallets: 'Choose a wallet',
  titleAccount: 'Account',
  titleProfileWallets: 'Your wallets',
  titleNetworks: 'Choose network',
  titleSwitchNetwork: 'Switch network',
  titleSwitchActiveChain: 'Another wallet needed',
  titleUnsupportedChain: 'Network not supported',
  titleWhatIsAWallet: 'What is a wallet?',
  titleWhatIsANetwork: 'What is a network?',
  titleGetWallet: 'Get a wallet',
  titlePluginProblem: 'What is not working',
})
