import type { Clock } from '@latchkey/kernel/plugin'
import type { NavigationService } from '@latchkey/kernel/wallet'
import type { RedirectProvider } from '../protocol/providers.js'
import { ConnectingSocialRoute } from '../routes.js'

/** How often, in milliseconds, and how many times it is looked whether the page shows the modal already. */
const pause = 50
const times = 200

/** Opens the view of a social login that the page left for, as soon as something draws it. */
export function openSocialReturn(
  { clock, navigation, signal }: { clock: Clock; navigation: NavigationService; signal: AbortSignal },
  provider: RedirectProvider,
  left = times,
): void {
  if (signal.aborted || left === 0) return
  if (navigation.draws(ConnectingSocialRoute.name)) {
    navigation.open(ConnectingSocialRoute, { provider })
    return
  }
  clock.setTimeout(() => openSocialReturn({ clock, navigation, signal }, provider, left - 1), pause)
}
