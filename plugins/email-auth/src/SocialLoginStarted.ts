import { event } from '@latchkey/kernel/plugin'

export interface SocialFacts {
  /** The provider's name in lower case, such as `google`. */
  readonly provider: string
}

/** Apart from the other events, because it's part of the first load: a button of the host's page emits it in the press. */
export const SocialLoginStarted = event<SocialFacts>('SOCIAL_LOGIN_STARTED')
