import { ApproveTransactionRoute, definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { AccountActions, ConnectMethods, routeView, view } from '@latchkey/ui-react'
import { emailAuth as core } from '../emailAuth.js'
import type { EmailAuthOptions } from '../readOptions.js'
import {
  EmailAccountRoute,
  EmailVerifyDeviceRoute,
  EmailVerifyOtpRoute,
  EmbeddedWalletRoute,
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
    setup(context) {
      context.add(
        View,
        view(ConnectMethods, { id: 'emailAuth.email', load: () => import('./EmailField.js') }),
      )
      context.add(
        View,
        view(AccountActions, { id: 'emailAuth.account', load: () => import('./EmailAccountRow.js') }),
      )
      context.add(
        View,
        routeView(EmailVerifyOtpRoute, {
          title: title('titleOtp', 'Enter code'),
          skeleton: 'form',
          load: () => import('./EmailVerifyOtpView.js'),
        }),
      )
      context.add(
        View,
        routeView(EmailVerifyDeviceRoute, {
          title: title('titleDevice', 'Approve this device'),
          load: () => import('./EmailVerifyDeviceView.js'),
        }),
      )
      context.add(
        View,
        routeView(ApproveTransactionRoute, {
          title: title('titleApprove', 'Approve request'),
          load: () => import('./FramePlaceView.js'),
        }),
      )
      context.add(
        View,
        routeView(EmbeddedWalletRoute, {
          title: title('titleWallet', 'Your wallet'),
          load: () => import('./FramePlaceView.js'),
        }),
      )
      context.add(
        View,
        routeView(EmailAccountRoute, {
          title: title('titleAccount', 'Account'),
          load: () => import('./EmailAccountView.js'),
        }),
      )
    },
  })
  return [core(options), views]
}
