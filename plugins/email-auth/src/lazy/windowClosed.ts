import { BaseError } from '@latchkey/kernel/plugin'

/** The person left a social login without ending it. */
export const windowClosed = () =>
  new BaseError('The window was closed before you signed in. Try again.', {
    code: 'SOCIAL_WINDOW_CLOSED',
  })
