import { isKernelError } from '@latchkey/kernel/plugin'
import { useEmit } from '@latchkey/ui-react'
import {
  SocialLoginCanceled,
  SocialLoginFailed,
  SocialLoginReturned,
  SocialLoginSucceeded,
} from '../events.js'

export interface LoginSteps {
  /** Waits until the person has logged in at the provider. */
  login(): Promise<void>
  /** Connects the wallet of the person who logged in. */
  finish(): Promise<void>
  /** Whether the person, and not a fault, ended it. */
  isGivenUp(error: unknown): boolean
}

/** Runs a login step by step, and emits the events that say how it goes. It rejects as the step that failed does. */
export function useToldLogin(provider: string): (steps: LoginSteps) => Promise<void> {
  const emit = useEmit()
  return async ({ login, finish, isGivenUp }) => {
    try {
      await login()
      emit(SocialLoginReturned, { provider })
      await finish()
    } catch (error) {
      // The page that goes on with it tells the rest.
      if (isKernelError(error, 'SOCIAL_HANDED_OVER')) throw error
      if (isGivenUp(error)) emit(SocialLoginCanceled, { provider })
      else emit(SocialLoginFailed, { provider })
      throw error
    }
    emit(SocialLoginSucceeded, { provider })
  }
}
