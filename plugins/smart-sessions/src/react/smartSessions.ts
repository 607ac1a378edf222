import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { ModalHeaderActions, routeView, view } from '@latchkey/ui-react'
import { SmartSessionCreatedRoute, SmartSessionListRoute } from '../routes.js'
import { smartSessions as core } from '../smartSessions.js'

/**
 * Permissions with their views: the list, which the clock in the header of the account leads to. A list of two plugins for
 * `createKernel`.
 *
 * @example
 * createKernel([eip155({ networks }), emailAuth({ frameUrl }), smartSessions()])
 */
export function smartSessions(): readonly Plugin[] {
  return [core(), views()]
}

function views(): Plugin {
  return definePlugin({
    id: 'smartSessions.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        view(ModalHeaderActions, {
          id: 'smartSessions.views.header',
          load: () => import('./SessionsHeaderAction.js'),
        }),
      )
      context.add(
        View,
        routeView(SmartSessionListRoute, {
          id: 'smartSessions.views.list',
          title: { section: 'smartSessions', key: 'title', text: 'Permissions' },
          load: () => import('./SmartSessionListView.js'),
        }),
      )
      context.add(
        View,
        routeView(SmartSessionCreatedRoute, {
          id: 'smartSessions.views.created',
          // The view itself says that it was given.
          title: { section: 'smartSessions', key: 'title', text: 'Permissions' },
          load: () => import('./SmartSessionCreatedView.js'),
        }),
      )
    },
  })
}
