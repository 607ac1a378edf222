import {
  AccountRoute,
  ConnectRoute,
  type NavigationService,
  type SessionService,
} from '@latchkey/kernel/wallet'
import type { PluginContext } from '@latchkey/kernel/plugin'
import type { ConnectWay } from '@latchkey/ui-react'
import { createElement } from 'react'
import type { EmailAuthService } from '../EmailAuthService.js'
import { emailAuthId } from '../emailAuth.js'
import { SocialLoginStarted } from '../SocialLoginStarted.js'
import type { SocialProvider } from '../protocol/providers.js'
import { ConnectingFarcasterRoute, ConnectingSocialRoute } from '../routes.js'
import { losesWindows } from './losesWindows.js'
import { shownSocials } from './socialLayout.js'
import { socialNames } from './socialNames.js'

interface Services {
  readonly auth: EmailAuthService
  readonly navigation: NavigationService
  readonly session: SessionService
  readonly context: Pick<PluginContext, 'emit'>
}

/** Email and each social login, for a `WalletButton`. A person who is logged in sees the account. */
export function connectWays(services: Services): readonly ConnectWay[] {
  const { auth, navigation, session } = services
  const isLoggedIn = () => session.state.connections.some(({ connectorId }) => connectorId === emailAuthId)
  const way = (
    id: 'email' | SocialProvider,
    label: ConnectWay['label'],
    start: () => boolean,
  ): ConnectWay => ({
    id,
    label,
    icon: async () => {
      const { LoginIcon } = await import('./emailAuthParts.js')
      return { default: () => createElement(LoginIcon, { way: id }) }
    },
    open: () => (isLoggedIn() ? navigation.open(AccountRoute) : start()),
  })
  return [
    way('email', { section: 'emailAuth', key: 'email', text: 'Email' }, () => navigation.open(ConnectRoute)),
    ...auth.socials.map((provider) =>
      way(provider, socialNames[provider], () => startSocial(services, provider)),
    ),
  ]
}

function startSocial({ auth, navigation, context }: Services, provider: SocialProvider): boolean {
  // The provider refuses to be shown here: the others are offered.
  if (shownSocials([provider], window).length === 0) return navigation.open(ConnectRoute)
  context.emit(SocialLoginStarted, { provider })
  // The person signs on a phone, so no window opens.
  if (provider === 'farcaster') return navigation.open(ConnectingFarcasterRoute)
  auth.startSocial(!losesWindows(window))
  return navigation.open(ConnectingSocialRoute, { provider })
}
