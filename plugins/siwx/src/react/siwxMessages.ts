import { defineMessages } from '@latchkey/ui-react'

interface SignedIn {
  /** Shortened. */
  readonly address: string
  readonly network: string
  /** Milliseconds since the epoch, where the session ends by itself. */
  readonly until?: number
  /** The sentence in English. */
  readonly text: string
}

/** Signing in with the connected wallet. */
export const siwxMessages = defineMessages('siwx', {
  title: 'Sign in',
  heading: ({ app }: { app: string }) => `Sign in to ${app}`,
  text: ({ wallet }: { wallet: string }) =>
    `Sign a message in ${wallet} to prove that this account is yours. It’s free and won’t move any funds.`,
  watched: 'You’re only watching this account. To sign in with it, connect its wallet.',
  required: 'This app requires sign-in. Cancel to disconnect.',
  sign: 'Sign in',
  signing: ({ wallet }: { wallet: string }) => `Confirm in ${wallet}`,
  cancel: 'Cancel',
  disconnecting: 'Canceling',
  aWallet: 'your wallet',
  signedIn: ({ text }: SignedIn) => text,
  authenticating: 'Authenticating...',
})
