export { createKeyFile, openFileKeys } from './envelope/fileKeys.js'
export type { KeyManagement } from './envelope/keyManagement.js'
export type { FarcasterOptions } from './login/farcaster/farcasterOptions.js'
export type { HostTokenOptions } from './login/hostToken.js'
export type { SmtpOptions } from './mail/mailer.js'
export { defaultLimits, type Limit, type LimitName, type Limits } from './rates/limits.js'
export { ServiceSetupError } from '@latchkey/service-kit'
export type {
  OAuthProvider,
  OpenIdProvider,
  SocialProviderOptions,
  SocialProviders,
} from './social/socialProviders.js'
export type { Catalogue } from './words/languages.js'
export type { Translation } from './words/translate.js'
export {
  type EmbeddedWalletOptions,
  type EmbeddedWalletService,
  startEmbeddedWallet,
} from './startEmbeddedWallet.js'
