import { defineMessages } from '../defineMessages.js'

/** Explanations for people who are new to this. */
export const guide = defineMessages('guide', {
  walletLogin: 'Log in anywhere',
  walletLoginText: 'A wallet lets you into apps without a new account and password for each of them.',
  walletAssets: 'Your digital assets',
  walletAssetsText:
    'It shows and sends your coins, tokens and collectibles. They live on a network; the wallet holds the keys.',
  walletKeys: 'You’re in control',
  walletKeysText:
    'Only you can approve what leaves your wallet. Keep your recovery phrase safe, and never type it into a website.',
  getWallet: 'Get a wallet',
  createText: 'Sign in, and you get a wallet of your own. There’s nothing to install.',
  createInstead: 'Get a wallet app instead',
  networkWhat: 'What a network does',
  networkWhatText: 'A network keeps track of who owns what. Each has its own coin, fees and speed.',
  networkChoice: 'Apps choose their networks',
  networkChoiceText:
    'An app works on the networks it lists. The same address may hold different things on each of them.',
  getFind: 'Find a wallet you trust',
  getFindText: 'Ask people you know, and look for one with public security reviews.',
  getInstall: 'Install it from its own website',
  getInstallText: 'Watch out for fakes. Check the web address before you install.',
  getBack: 'Come back here',
  getBackText: 'Reload this page to see your wallet in the list.',
  browseAll: 'Browse all wallets',
  done: 'Done',
})
