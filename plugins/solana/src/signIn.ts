export { SignIn } from '@latchkey/kernel/contracts'
export type { SignedIn, SignInCapability, SignInRequest } from '@latchkey/kernel/contracts'
