import { Navigation } from '@latchkey/kernel/wallet'
import { useEmit, useService } from '@latchkey/ui-react'
import { EmailAuth } from '../EmailAuthService.js'
import { SocialLoginStarted } from '../SocialLoginStarted.js'
import type { SocialProvider } from '../protocol/providers.js'
import { ConnectingFarcasterRoute, ConnectingSocialRoute } from '../routes.js'
import { losesWindows } from './losesWindows.js'

/** Starts a social login. It is called in the click: a window that opens later is blocked. */
export function useSocialLogin(): (provider: SocialProvider) => void {
  const auth = useService(EmailAuth)
  const navigation = useService(Navigation)
  const emit = useEmit()
  return (provider) => {
    emit(SocialLoginStarted, { provider })
    // The person signs on a phone, so no window opens.
    if (provider === 'farcaster') return void navigation.push(ConnectingFarcasterRoute)
    auth.startSocial(!losesWindows(window))
    navigation.push(ConnectingSocialRoute, { provider })
  }
}
