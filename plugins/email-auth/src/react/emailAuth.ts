import { ApproveTransactionRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { Clock, Connector, definePlugin, type Plugin, type Route, View } from '@latchkey/kernel/plugin'
import {
  AccountActions,
  ConnectMethods,
  ConnectWays,
  routeView,
  type RouteViewProps,
  view,
} from '@latchkey/ui-react'
import type { ComponentType } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuth as core, emailAuthId } from '../emailAuth.js'
import type { EmailAuthOptions } from '../readOptions.js'
import { connectWays } from './connectWays.js'
import {
  ConnectingFarcasterRoute,
  ConnectingSocialRoute,
  ConnectSocialsRoute,
  EmailAccountRoute,
  EmailVerifyDeviceRoute,
  EmailVerifyOtpRoute,
  EmbeddedWalletRoute,
  UpdateEmailPrimaryOtpRoute,
  UpdateEmailSecondaryOtpRoute,
  UpdateEmailWalletRoute,
} from '../routes.js'

/**
 * Login by email with its views: a list of two plugins for `createKernel`. Options as of `emailAuth` of the main entry.
 *
 * @throws BaseError `EMAIL_AUTH_OPTIONS_INVALID`
 *
 * @example
 * createKernel([eip155({ networks }), emailAuth({ frameUrl: 'https://wallet.example.com/frame' })])
 */
export function emailAuth(options: EmailAuthOptions): readonly Plugin[] {
  const views = definePlugin({
    id: 'emailAuth.views',
    kernel: '^1.0.0',
    requires: { auth: EmailAuth, clock: Clock, navigation: Navigation, session: Session },
    setup(context, { auth, clock, navigation, session }) {
      // The app may list no chain that the wallet works on.
      const when = () =>
        context.list(Connector).some(({ id, namespaces }) => id === emailAuthId && namespaces.length > 0)
      context.add(
        View,
        view(ConnectMethods, { id: 'emailAuth.email', when, load: part(({ EmailField }) => EmailField) }),
      )
      if (options.socials?.length || options.passkey) {
        context.add(
          View,
          view(ConnectMethods, {
            id: 'emailAuth.social',
            when,
            load: part(({ SocialButtons }) => SocialButtons),
          }),
        )
      }
      context.add(
        View,
        view(AccountActions, {
          id: 'emailAuth.account',
          load: part(({ EmailAccountRow }) => EmailAccountRow),
        }),
      )
      for (const contribution of routeViews()) context.add(View, contribution)
      for (const way of connectWays({ auth, navigation, session, context })) context.add(ConnectWays, way)
      return {
        async start() {
          const provider = auth.socialReturn()
          if (provider === undefined) return
          const { openSocialReturn } = await loadViews()
          openSocialReturn({ clock, navigation, signal: context.signal }, provider)
        },
      }
    },
  })
  return [core(options), views]
}

const loadParts = () => import('./emailAuthParts.js')
const loadViews = () => import('./emailAuthViews.js')

type Parts = Awaited<ReturnType<typeof loadParts>>
type Views = Awaited<ReturnType<typeof loadViews>>

const part =
  <Props>(pick: (parts: Parts) => ComponentType<Props>) =>
  async () => ({ default: pick(await loadParts()) })

const draw = <Params>(
  route: Route<Params>,
  key: string,
  text: string,
  pick: (views: Views) => ComponentType<RouteViewProps<Params>>,
  skeleton?: 'form' | 'code',
) =>
  routeView<Params>(route, {
    title: { section: 'emailAuth', key, text },
    skeleton,
    load: async () => ({ default: pick(await loadViews()) }),
  })

const routeViews = () => [
  draw(EmailVerifyOtpRoute, 'titleOtp', 'Enter code', (views) => views.EmailVerifyOtpView, 'form'),
  draw(EmailVerifyDeviceRoute, 'titleDevice', 'Approve this device', (views) => views.EmailVerifyDeviceView),
  draw(ConnectSocialsRoute, 'titleSocials', 'All sign-in options', (views) => views.ConnectSocialsView),
  draw(ConnectingSocialRoute, 'titleSocial', 'Sign in', (views) => views.ConnectingSocialView),
  draw(
    ConnectingFarcasterRoute,
    'titleFarcaster',
    'Sign in with Farcaster',
    (views) => views.ConnectingFarcasterView,
    'code',
  ),
  draw(
    UpdateEmailWalletRoute,
    'titleNewEmail',
    'Change email',
    (views) => views.UpdateEmailWalletView,
    'form',
  ),
  draw(
    UpdateEmailPrimaryOtpRoute,
    'titlePrimaryOtp',
    'Confirm current email',
    (views) => views.UpdateEmailPrimaryOtpView,
    'form',
  ),
  draw(
    UpdateEmailSecondaryOtpRoute,
    'titleSecondaryOtp',
    'Confirm new email',
    (views) => views.UpdateEmailSecondaryOtpView,
    'form',
  ),
  draw(ApproveTransactionRoute, 'titleApprove', 'Approve request', (views) => views.FramePlaceView),
  draw(EmbeddedWalletRoute, 'titleWallet', 'Your wallet', (views) => views.FramePlaceView),
  draw(EmailAccountRoute, 'titleAccount', 'Account', (views) => views.EmailAccountView),
]
