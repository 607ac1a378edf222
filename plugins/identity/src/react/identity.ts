import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { AccountHeader, routeView, view } from '@latchkey/ui-react'
import { identity as core } from '../identity.js'
import type { IdentityOptions } from '../IdentityOptions.js'
import {
  ApproveNameRoute,
  ChooseNameRoute,
  RegisterNameRoute,
  RegisterNameSuccessRoute,
} from '../registrationRoutes.js'

/** Said once: the bundler writes the list of files it loads wherever this stands. */
const loadViews = () => import('./identityViews.js')

/**
 * Names of accounts with their views: a list of two plugins for `createKernel`. Options as of `identity` of the main
 * entry.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), identity()])
 */
export function identity(options?: IdentityOptions): readonly Plugin[] {
  return [core(options), drawn()]
}

function drawn(): Plugin {
  return definePlugin({
    id: 'identity.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        view(AccountHeader, {
          id: 'identity.views.header',
          load: async () => ({ default: (await loadViews()).IdentityHeader }),
        }),
      )
      context.add(
        View,
        routeView(ChooseNameRoute, {
          id: 'identity.views.choose',
          title: { section: 'identity', key: 'titleChoose', text: 'Choose a name' },
          load: async () => ({ default: (await loadViews()).ChooseNameView }),
        }),
      )
      context.add(
        View,
        routeView(RegisterNameRoute, {
          id: 'identity.views.register',
          title: { section: 'identity', key: 'titleRegister', text: 'Register a name' },
          skeleton: 'form',
          load: async () => ({ default: (await loadViews()).RegisterNameView }),
        }),
      )
      context.add(
        View,
        routeView(ApproveNameRoute, {
          id: 'identity.views.approve',
          title: { section: 'identity', key: 'titleConfirm', text: 'Confirm the name' },
          load: async () => ({ default: (await loadViews()).ApproveNameView }),
        }),
      )
      context.add(
        View,
        routeView(RegisterNameSuccessRoute, {
          id: 'identity.views.success',
          title: { section: 'identity', key: 'titleRegistered', text: 'Name registered' },
          load: async () => ({ default: (await loadViews()).RegisterNameSuccessView }),
        }),
      )
    },
  })
}
