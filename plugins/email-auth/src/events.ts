import { event } from '@latchkey/kernel/plugin'
import type { SocialFacts } from './SocialLoginStarted.js'

// What a person does in the login views, for analytics. No event says who the person is.

interface Failure {
  readonly message: string
}

/** The person focused the email field. */
export const EmailLoginSelected = event<undefined>('EMAIL_LOGIN_SELECTED')
export const EmailSubmitted = event<undefined>('EMAIL_SUBMITTED')
/** The person opened the link in the mail, so this browser is registered from now on. */
export const DeviceRegistered = event<undefined>('DEVICE_REGISTERED_FOR_EMAIL')
export const EmailCodeSent = event<undefined>('EMAIL_VERIFICATION_CODE_SENT')
export const EmailCodePassed = event<undefined>('EMAIL_VERIFICATION_CODE_PASS')
export const EmailCodeFailed = event<Failure>('EMAIL_VERIFICATION_CODE_FAIL')
/** A person wants to change the email address. */
export const EmailEditOpened = event<undefined>('EMAIL_EDIT')

interface AccountTypeFacts {
  readonly accountType: 'eoa' | 'smartAccount'
  /** CAIP-2. */
  readonly network: string
}

/** The person turned to the other one of their accounts on EVM. */
export const PreferredAccountSet = event<AccountTypeFacts>('SET_PREFERRED_ACCOUNT_TYPE')

/** The person is back from the provider, and the wallet is being opened. */
export const SocialLoginReturned = event<SocialFacts>('SOCIAL_LOGIN_REQUEST_USER_DATA')
export const SocialLoginSucceeded = event<SocialFacts>('SOCIAL_LOGIN_SUCCESS')
/** The person closed the provider's window or refused there. */
export const SocialLoginCanceled = event<SocialFacts>('SOCIAL_LOGIN_CANCELED')
export const SocialLoginFailed = event<SocialFacts>('SOCIAL_LOGIN_ERROR')
