import { defineMessages } from '@latchkey/ui-react'

type App = { app: string }

/** Connecting a Ledger, and what it's asked. */
export const ledgerMessages = defineMessages('ledger', {
  title: 'Ledger',
  start: 'Connect your Ledger',
  startText: ({ app }: App) =>
    `Plug it in, unlock it, and open the ${app} app. Then choose it in the browser’s window.`,
  chooseChain: 'Connect your Ledger',
  chooseChainText: 'Plug it in and unlock it. Which accounts do you want to use?',
  withApp: ({ app }: App) => `${app} accounts`,
  connect: 'Connect',
  reading: 'Reading accounts…',
  readingText: 'Keep your Ledger plugged in.',
  openApp: ({ app }: App) => `Open the ${app} app`,
  openAppText: 'Confirm on your Ledger that the app may open.',
  failed: 'Couldn’t reach your Ledger',
  tryAgain: 'Try again',
  anotherWay: 'Choose another wallet',
  declined: 'You declined on your Ledger',
  declinedText: 'Nothing was shared. Try again whenever you’re ready.',
  choose: 'Choose an account',
  kinds: 'Kinds of accounts',
  standard: 'Ledger accounts',
  older: 'Older accounts',
  more: 'Show more accounts',
  connecting: 'Connecting…',
  confirm: 'Confirm on your Ledger',
  confirmAddress: 'Compare the address on your Ledger',
  payment: 'Your Ledger shows the amount, the recipient and the fee. Check them there.',
  token: 'Your Ledger shows the token’s amount, the recipient and the fee. Check them there.',
  contract:
    'Your Ledger can’t explain this contract call. It shows the contract and the raw data, or a hash of it (blind signing).',
  fields: 'Your Ledger shows each field of what you sign. Check them there.',
  hashes:
    'Your Ledger can’t show what you sign. It shows two hashes of it: one of the domain and one of the message.',
  text: 'Your Ledger shows the text. Check it there.',
  textHash:
    'Your Ledger shows the text or, where it can’t, a hash of it. To sign a hash, turn on blind signing in the app’s settings.',
  transaction: 'Your Ledger shows the steps that it knows. Of others it shows a hash (blind signing).',
  address: 'Approve only if your Ledger shows exactly this address.',
  notDone: 'Your Ledger needs your attention',
  cancel: 'Cancel',
  verify: 'Verify address on Ledger',
  verified: 'The address is on your Ledger',
  differs: 'The address wasn’t confirmed. If your Ledger shows another one, don’t use it.',
})
