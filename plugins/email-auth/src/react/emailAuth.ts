import {
  ApproveTransactionRoute,
  Clock,
  Connector,
  definePlugin,
  Navigation,
  type Plugin,
  Session,
  View,
} from '@latchkey/kernel/plugin'
import { AccountActions, ConnectMethods, ConnectWays, routeView, view } from '@latchkey/ui-react'
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

const title = (key: string, text: string) => ({ section: 'emailAuth', key, text })

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
        view(ConnectMethods, { id: 'emailAuth.email', when, load: () => import('./EmailField.js') }),
      )
      if (options.socials?.length || options.passkey) {
        context.add(
          View,
          view(ConnectMethods, { id: 'emailAuth.social', when, load: () => import('./SocialButtons.js') }),
        )
      }
      context.add(
        View,
        view(AccountActions, { id: 'emailAuth.account', load: () => import('./EmailAccountRow.js') }),
      )
      for (const contribution of routeViews()) context.add(View, contribution)
      for (const way of connectWays({ auth, navigation, session, context })) context.add(ConnectWays, way)
      return {
        async start() {
          const provider = auth.socialReturn()
          if (provider === undefined) return
          const { openSocialReturn } = await import('./openSocialReturn.js')
          openSocialReturn({ clock, navigation, signal: context.signal }, provider)
        },
      }
    },
  })
  return [core(options), views]
}

const routeViews = () => [
  routeView(EmailVerifyOtpRoute, {
    title: title('titleOtp', 'Enter code'),
    skeleton: 'form',
    load: () => import('./EmailVerifyOtpView.js'),
  }),
  routeView(EmailVerifyDeviceRoute, {
    title: title('titleDevice', 'Approve this device'),
    load: () => import('./EmailVerifyDeviceView.js'),
  }),
  routeView(ConnectSocialsRoute, {
    title: title('titleSocials', 'All sign-in options'),
    load: () => import('./ConnectSocialsView.js'),
  }),
  routeView(ConnectingSocialRoute, {
    title: title('titleSocial', 'Sign in'),
    load: () => import('./ConnectingSocialView.js'),
  }),
  routeView(ConnectingFarcasterRoute, {
    title: title('titleFarcaster', 'Sign in with Farcaster'),
    skeleton: 'code',
    load: () => import('./ConnectingFarcasterView.js'),
  }),
  routeView(UpdateEmailWalletRoute, {
    title: title('titleNewEmail', 'Change email'),
    skeleton: 'form',
    load: () => import('./UpdateEmailWalletView.js'),
  }),
  routeView(UpdateEmailPrimaryOtpRoute, {
    title: title('titlePrimaryOtp', 'Confirm current email'),
    skeleton: 'form',
    load: () => import('./UpdateEmailPrimaryOtpView.js'),
  }),
  routeView(UpdateEmailSecondaryOtpRoute, {
    title: title('titleSecondaryOtp', 'Confirm new email'),
    skeleton: 'form',
    load: () => import('./UpdateEmailSecondaryOtpView.js'),
  }),
  routeView(ApproveTransactionRoute, {
    title: title('titleApprove', 'Approve request'),
    load: () => import('./FramePlaceView.js'),
  }),
  routeView(EmbeddedWalletRoute, {
    title: title('titleWallet', 'Your wallet'),
    load: () => import('./FramePlaceView.js'),
  }),
  routeView(EmailAccountRoute, {
    title: title('titleAccount', 'Account'),
    load: () => import('./EmailAccountView.js'),
  }),
]
