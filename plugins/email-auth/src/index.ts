export { emailAuth, emailAuthId } from './emailAuth.js'
export { EmailAuth } from './EmailAuthService.js'
export type { EmailAction, EmailAuthService, EmailAuthState, FramePlace } from './EmailAuthService.js'
export type { EmailAuthOptions } from './readOptions.js'
export {
  EmailAccountRoute,
  EmailVerifyDeviceRoute,
  EmailVerifyOtpRoute,
  EmbeddedWalletRoute,
} from './routes.js'
