import { route } from '@latchkey/kernel/plugin'
import type { RedirectProvider } from './protocol/providers.js'

/** The code of the mail is entered here. */
export const EmailVerifyOtpRoute = route('EmailVerifyOtp')
/** Waits until the link in the mail was opened, on a device that is new. */
export const EmailVerifyDeviceRoute = route('EmailVerifyDevice')
/** Where the wallet's frame shows what is no approval: a recovery code, for example. */
export const EmbeddedWalletRoute = route('EmbeddedWallet')
/** Who is logged in, and the way to the wallet's key. */
export const EmailAccountRoute = route('EmailAccount')
/** Every social login that the host lists. */
export const ConnectSocialsRoute = route('ConnectSocials')
/** Waits for the window of a social login. */
export const ConnectingSocialRoute = route<{ readonly provider: RedirectProvider }>('ConnectingSocial')
/** Shows the code that a Farcaster app scans, and waits until it has signed. */
export const ConnectingFarcasterRoute = route('ConnectingFarcaster')
/** The new email address is entered here. */
export const UpdateEmailWalletRoute = route('UpdateEmailWallet')
/** The code that went to the known address. */
export const UpdateEmailPrimaryOtpRoute = route('UpdateEmailPrimaryOtp')
/** The code that went to the new address. */
export const UpdateEmailSecondaryOtpRoute = route('UpdateEmailSecondaryOtp')
