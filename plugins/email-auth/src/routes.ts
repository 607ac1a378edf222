import { route } from '@latchkey/kernel/plugin'

/** The code of the mail is entered here. */
export const EmailVerifyOtpRoute = route('EmailVerifyOtp')
/** Waits until the link in the mail was opened, on a device that is new. */
export const EmailVerifyDeviceRoute = route('EmailVerifyDevice')
/** Where the wallet's frame shows what is no approval: a recovery code, for example. */
export const EmbeddedWalletRoute = route('EmbeddedWallet')
/** Who is logged in, and the way to the wallet's key. */
export const EmailAccountRoute = route('EmailAccount')
