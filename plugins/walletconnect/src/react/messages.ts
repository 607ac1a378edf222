import { defineMessages } from '@latchkey/ui-react'

type Wallet = { wallet: string }

/** Pairing a wallet. */
export const pairing = defineMessages('walletConnect', {
  title: 'WalletConnect',
  someWallet: 'your wallet',
  preparing: 'Creating code…',
  scan: 'Scan with your wallet',
  scanWith: ({ wallet }: Wallet) => `Scan with ${wallet}`,
  scanText: 'Open your wallet app and scan this code.',
  code: 'Connection code for your wallet',
  renews: ({ time }: { time: string }) => `Code refreshes in ${time}`,
  copyLink: 'Copy link',
  allWallets: 'All wallets',
  opening: ({ wallet }: Wallet) => `Continue in ${wallet}`,
  openingText: ({ wallet }: Wallet) => `Confirm the connection in ${wallet}, then come back here.`,
  slow: 'This is taking longer than usual. The wallet may not be installed on this device.',
  open: ({ wallet }: Wallet) => `Open ${wallet}`,
  openAgain: 'Try again',
  showCode: 'Show QR code',
  declined: 'You declined the connection',
  declinedText: 'Nothing was shared. Try again whenever you’re ready.',
  failed: 'Couldn’t connect the wallet',
  connected: 'Connected',
  tryAgain: 'Try again',
  anotherWay: 'Choose another wallet',
  get: ({ wallet }: Wallet) => `Get ${wallet}`,
  ways: 'Ways to connect',
  tabBrowser: 'Browser',
  tabApp: 'Mobile',
  tabCode: 'Code',
  tabInside: 'In-app',
  tabWeb: 'Web',
  tabDesktop: 'Desktop',
  browserText: ({ wallet }: Wallet) => `${wallet} is installed in this browser.`,
  insideText: ({ wallet }: Wallet) => `This site will open in ${wallet}’s browser. Continue there.`,
  webText: ({ wallet }: Wallet) =>
    `${wallet} opens in a new tab. Confirm the connection there, then come back here.`,
  desktopText: ({ wallet }: Wallet) =>
    `Confirm the connection in ${wallet} on this computer, then come back here.`,
  stores: ({ wallet }: Wallet) => `Choose where to get ${wallet}.`,
  chrome: 'Chrome Web Store',
  firefox: 'Firefox Add-ons',
  ios: 'App Store',
  android: 'Google Play',
  website: 'Website',
})
