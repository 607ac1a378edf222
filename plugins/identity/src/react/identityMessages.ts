import { defineMessages } from '@latchkey/ui-react'

/** Names of accounts, and taking one. */
export const identityMessages = defineMessages('identity', {
  titleChoose: 'Choose a name',
  titleRegister: 'Register a name',
  titleConfirm: 'Confirm the name',
  titleRegistered: 'Name registered',
  caution: 'This name contains unusual characters and may imitate another. Check the address.',
  chooseName: 'Choose a name',
  chooseHeading: 'A name for your account',
  chooseText: ({ zone }: { zone: string }) =>
    `People can find and pay you by a name such as yours.${zone} in place of a long address. Everybody can see which account it belongs to.`,
  alreadyOwned: 'You already own a name',
  alreadyOwnedText: ({ name }: { name: string }) =>
    `${name} belongs to this account. An account has one name here.`,
  field: 'Name',
  partLetters: 'Use letters, digits and hyphens only.',
  partShort: ({ count }: { count: number }) => `Use at least ${count} characters.`,
  partLong: ({ count }: { count: number }) => `Use at most ${count} characters.`,
  partHyphens: 'A name cannot have hyphens as its third and fourth characters.',
  hint: 'At least 4 letters, digits or hyphens.',
  suggestions: 'Names',
  registered: 'Registered',
  available: 'Available',
  failed: 'Couldn’t register the name.',
  approveHeading: ({ wallet }: { wallet: string }) => `Sign in ${wallet}`,
  approveText: 'Your signature registers this name for your account. It’s free.',
  cancel: 'Cancel',
  successHeading: 'The name is yours',
  successText: ({ name }: { name: string }) => `${name} now leads to your account.`,
  done: 'Done',
  aWallet: 'your wallet',
  notConnected: 'No account connected',
  notConnectedText: 'Connect a wallet to take a name for its account.',
  connect: 'Connect wallet',
  none: 'Names aren’t available here',
  noneText: 'No registry of names is set up for this app.',
})
