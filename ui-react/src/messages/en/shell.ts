import { defineMessages } from '../defineMessages.js'

/** The frame around every view. */
export const shell = defineMessages('shell', {
  back: 'Back',
  close: 'Close',
  help: 'What is a wallet?',
  network: ({ name }: { name: string }) => `Network: ${name}. Switch network`,
  loadingView: 'Loading',
  notifications: 'Notifications',
  viewFailed: 'Something here didn’t load',
  viewFailedText: 'Try again, or continue without it.',
  modalFailed: 'This window didn’t load',
  modalFailedText: 'Part of this app isn’t working. You can disconnect here, or reload the page.',
  titleConnect: 'Connect wallet',
  titleConnectWallets: 'Choose a wallet',
  titleCreate: 'Create a wallet',
  titleAccount: 'Account',
  titleProfileWallets: 'Your wallets',
  titleNetworks: 'Choose network',
  titleSwitchNetwork: 'Switch network',
  titleSwitchActiveChain: 'Connect a wallet',
  titleUnsupportedChain: 'Network not supported',
  titleWhatIsAWallet: 'What is a wallet?',
  titleWhatIsANetwork: 'What is a network?',
  titleGetWallet: 'Get a wallet',
  titlePluginProblem: 'What went wrong',
})
