import { defineMessages } from '../defineMessages.js'

/** Explanations for people who are new to this. */
export const guide = defineMessages('guide', {
  walletLogin: 'Your way in',
  walletLoginText: 'A wallet lets you into apps without a new account and password for each of them.',
  walletAssets: 'A home for what you own',
  walletAssetsText:
    'It shows and sends your coins, tokens and collectibles. They live on a network; the wallet holds the keys.',
  walletKeys: 'Only you hold the keys',
  walletKeysText:
    'Nobody can move what is yours without them. Keep the recovery phrase safe, and never type it into a website.',
  getWallet: 'Get a wallet',
  networkWhat: 'Where things happen',
  networkWhatText:
    'A network is a set of computers that agree on who owns what. Each has its own coin, fees and speed.',
  networkChoice: 'Apps choose theirs',
  networkChoiceText:
    'An app works on the networks it lists. The same address may hold different things on each of them.',
  getFind: 'Find a wallet you trust',
  getFindText: 'Ask people you know, and look for one that has been reviewed in public.',
  getInstall: 'Install it from its own website',
  getInstallText: 'Beware of copies. Check the address in the browser before you install.',
  getBack: 'Come back here',
  getBackText: 'Reload this page, and the wallet is in the list.',
  browseAll: 'Browse all wallets',
  done: 'Done',
})
