/** Sign In With Solana, by the kernel's token. A wallet without `solana:signIn` signs the same text as a message. */
export { SignIn } from '@latchkey/kernel/plugin'
export type { SignedIn, SignInCapability, SignInRequest } from '@latchkey/kernel/plugin'
