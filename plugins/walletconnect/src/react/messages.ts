import { defineMessages } from '@latchkey/ui-react'

type Wallet = { wallet: string }

/** Pairing a wallet. */
export const pairing = defineMessages('walletConnect', {
  title: 'WalletConnect',
  someWallet: 'your wallet',
  preparing: 'Creating code…',
  scan: 'Scan with your wallet',
  scanWith: ({ wallet }: Wallet) => `Scan with ${wallet}`,
  scanText: 'Open the wallet on your phone and point its scanner at the code.',
  code: 'Connection code for your wallet',
  renews: ({ time }: { time: string }) => `Code refreshes in ${time}`,
  copyLink: 'Copy link',
  allWallets: 'All wallets',
  opening: ({ wallet }: Wallet) => `Continue in ${wallet}`,
  openingText: ({ wallet }: Wallet) => `Confirm the connection in ${wallet}, then come back here.`,
  slow: 'This is taking longer than usual. The wallet may not be installed on this device.',
  open: ({ wallet }: Wallet) => `Open ${wallet}`,
  openAgain: 'Try again',
  showCode: 'Show the code instead',
  declined: 'You declined the connection',
  declinedText: 'Nothing was shared. Try again when you are ready.',
  failed: 'The wallet could not be connected',
  connected: 'Connected',
  tryAgain: 'Try again',
  anotherWay: 'Another way',
  get: ({ wallet }: Wallet) => `Get ${wallet}`,
  ways: 'Ways to connect',
  tabBrowser: 'Browser',
  tabApp: 'Mobile',
  tabCode: 'Code',
  tabInside: 'In-app',
  tabWeb: 'Web',
  tabDesktop: 'Desktop',
  browserText: ({ wallet }: Wallet) => `${wallet} is installed in this browser.`,
  insideText: ({ wallet }: Wallet) =>
    `${wallet} connects in its own browser. This site opens there; go on from there.`,
  webText: ({ wallet }: Wallet) =>
    `${wallet} opens in a new tab. Confirm the connection there, then come back here.`,
  desktopText: ({ wallet }: Wallet) =>
    `Confirm the connection in ${wallet} on this computer, then come back here.`,
  stores: ({ wallet }: Wallet) => `Choose where to get ${wallet}.`,
  chrome: 'Chrome Web Store',
  ios: 'App Store',
  android: 'Google Play',
  website: 'Website',
})
