import { ConnectRoute, type NavigationService, type SessionService } from '@latchkey/kernel/wallet'
import type { StorageService } from '@latchkey/kernel/plugin'
import { subscribe } from 'valtio/vanilla'
import type { CurrentProvider } from '../currentProvider.js'
import { storedLogin } from '../storedLogin.js'
import { createProviderRpcError } from './createProviderRpcError.js'

/** The login, as announced wallets see it. */
export interface AnnouncedLogin {
  readonly current: CurrentProvider
  readonly navigation: NavigationService
  readonly session: SessionService
  readonly storage: StorageService
  readonly signal: AbortSignal
}

/** Calls back at each login and logout. Returns a function that stops it. */
export function hear({ listeners }: CurrentProvider, listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Waits until an earlier login is restored, or known to be gone. An app asks for accounts as soon as it loads, and takes an
 * empty list to mean that the person is logged out.
 */
export async function takenUp({ storage, session, signal }: AnnouncedLogin): Promise<void> {
  const wasLoggedIn = storage.read(storedLogin) !== undefined
  if (!wasLoggedIn || session.state.restored) return
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!session.state.restored && !signal.aborted) return
      stop()
      resolve()
    }
    const stop = subscribe(session.state, check)
    signal.addEventListener('abort', check, { once: true })
  })
}

/** Opens the Connect view, and waits until someone is logged in or closes it. */
export function logIn({ current, navigation }: AnnouncedLogin): Promise<void> {
  const isLoggedIn = () => (current.provider ?? current.standard) !== undefined
  navigation.open(ConnectRoute)
  return new Promise((resolve, reject) => {
    const check = () => {
      if (!isLoggedIn() && navigation.state.open) return
      stopHearing()
      stopWatching()
      if (isLoggedIn()) resolve()
      else reject(createProviderRpcError(4001, 'The person closed the login.'))
    }
    const stopHearing = hear(current, check)
    const stopWatching = subscribe(navigation.state, check)
  })
}
