import { defineMessages } from '@latchkey/ui-react'

/** Signing in with the connected wallet. */
export const siwxMessages = defineMessages('siwx', {
  title: 'Sign in',
  heading: ({ app }: { app: string }) => `Sign in to ${app}`,
  text: ({ wallet }: { wallet: string }) =>
    `Sign a message in ${wallet} to prove that this account is yours. It costs nothing and moves nothing.`,
  required: 'This app needs you to sign in. To leave without signing, cancel.',
  sign: 'Sign in',
  signing: ({ wallet }: { wallet: string }) => `Confirm in ${wallet}`,
  cancel: 'Cancel',
  disconnecting: 'Cancelling',
  aWallet: 'your wallet',
  authenticating: 'Authenticating...',
})
