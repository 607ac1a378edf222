import { Navigation } from '@latchkey/kernel/plugin'
import { useEmit, useService } from '@latchkey/ui-react'
import { EmailAuth } from '../EmailAuthService.js'
import { SocialLoginStarted } from '../events.js'
import type { RedirectProvider } from '../protocol/providers.js'
import { ConnectingSocialRoute } from '../routes.js'
import { losesWindows } from './socialLayout.js'

/** Starts a social login. It is called in the click: a window that opens later is blocked. */
export function useSocialLogin(): (provider: RedirectProvider) => void {
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const emit = useEmit()
  return (provider) => {
    emit(SocialLoginStarted, { provider })
    auth.startSocial(!losesWindows(window))
    navigation.push(ConnectingSocialRoute, { provider })
  }
}
