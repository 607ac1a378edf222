import { defineMessages } from '@latchkey/ui-react'
import { untilText } from '../page/untilText.js'

interface SignedIn {
  /** Shortened. */
  readonly address: string
  readonly network: string
}

interface SignedInUntil extends SignedIn {
  /** Milliseconds since the epoch. */
  readonly until: number
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
  signedIn: ({ address, network }: SignedIn) => `Signed in as ${address} on ${network}.`,
  signedInUntil: ({ address, network, until }: SignedInUntil) =>
    `Signed in as ${address} on ${network} until ${untilText(until)}.`,
  authenticating: 'Authenticating...',
})
