import { BaseError } from '@latchkey/kernel/plugin'

/** The page that opened this window goes on with the login. */
export const handedOver = () =>
  new BaseError('Continue in the window you came from. You can close this one.', {
    code: 'SOCIAL_HANDED_OVER',
  })
