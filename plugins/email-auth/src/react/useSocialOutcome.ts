import { isKernelError, isUserRejection } from '@latchkey/kernel/plugin'
import { useEmit } from '@latchkey/ui-react'
import { SocialCanceled, SocialFailed, SocialPassed, SocialUserAsked } from '../events.js'
import type { SocialProvider } from '../protocol/providers.js'

/** Runs a social login in its two steps, and tells the app's listeners how each ended. */
export function useSocialOutcome(provider: SocialProvider) {
  const emit = useEmit()
  return async (confirm: () => Promise<void>, finish: () => Promise<void>): Promise<void> => {
    try {
      await confirm()
      emit(SocialUserAsked, { provider })
      await finish()
      emit(SocialPassed, { provider })
    } catch (error) {
      const isOwn =
        isUserRejection(error) ||
        isKernelError(error, 'SOCIAL_WINDOW_CLOSED') ||
        isKernelError(error, 'SOMETHING_WENT_WRONG')
      if (isOwn) emit(SocialCanceled, { provider })
      else emit(SocialFailed, { provider })
      throw error
    }
  }
}
