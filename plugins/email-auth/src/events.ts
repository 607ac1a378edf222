import { event } from '@latchkey/kernel/plugin'
import type { SocialProvider } from './protocol/providers.js'

type Nothing = Readonly<Record<string, never>>
interface Provider {
  readonly provider: SocialProvider
}

/** A person came to the email field. */
export const EmailSelected = event<Nothing>('EMAIL_LOGIN_SELECTED')
/** A person asked for a login. What they typed is never part of it. */
export const EmailSubmitted = event<Nothing>('EMAIL_SUBMITTED')
/** A new device was approved by the link in a mail. */
export const DeviceApproved = event<Nothing>('DEVICE_REGISTERED_FOR_EMAIL')
export const CodeSent = event<Nothing>('EMAIL_VERIFICATION_CODE_SENT')
export const CodePassed = event<Nothing>('EMAIL_VERIFICATION_CODE_PASS')
export const CodeFailed = event<{ readonly message: string }>('EMAIL_VERIFICATION_CODE_FAIL')
/** A person wants to change their email address. */
export const EmailEdited = event<Nothing>('EMAIL_EDIT')

export const SocialStarted = event<Provider>('SOCIAL_LOGIN_STARTED')
/** The provider has confirmed the person: who it is, and the wallet, are asked for. */
export const SocialUserAsked = event<Provider>('SOCIAL_LOGIN_REQUEST_USER_DATA')
export const SocialPassed = event<Provider>('SOCIAL_LOGIN_SUCCESS')
export const SocialFailed = event<Provider>('SOCIAL_LOGIN_ERROR')
export const SocialCanceled = event<Provider>('SOCIAL_LOGIN_CANCELED')
