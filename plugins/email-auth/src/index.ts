export { emailAuth, emailAuthId } from './emailAuth.js'
export { EmailAuth } from './EmailAuthService.js'
export type {
  EmailAction,
  EmailAuthService,
  EmailAuthState,
  EmailChangeAction,
  FramePlace,
  LoggedIn,
  Recovery,
} from './EmailAuthService.js'
export type { LoginWay } from './protocol/loginWays.js'
export type { RedirectProvider, SocialProvider } from './protocol/providers.js'
export type { EmailAuthOptions } from './readOptions.js'
export {
  ConnectingFarcasterRoute,
  ConnectingSocialRoute,
  ConnectSocialsRoute,
  EmailAccountRoute,
  EmailVerifyDeviceRoute,
  EmailVerifyOtpRoute,
  EmbeddedWalletRoute,
  UpdateEmailPrimaryOtpRoute,
  UpdateEmailSecondaryOtpRoute,
  UpdateEmailWalletRoute,
} from './routes.js'
