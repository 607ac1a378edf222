import { definePlugin, View, type Plugin } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { siwx as core } from '../page/siwx.js'
import type { SiwxOptions } from '../page/SiwxOptions.js'
import { ConnectingSiweRoute, SiwxSignMessageRoute } from '../page/SiwxService.js'
import { siwxMessages } from './siwxMessages.js'

/**
 * Sign-in with its view: a list of two plugins for `createKernel`. Options and errors as of `siwx` of the main entry.
 *
 * @example
 * createKernel([eip155({ networks }), siwx({ required: true, backend: '/api/siwx' })])
 */
export function siwx(options: SiwxOptions = {}): readonly Plugin[] {
  return [core(options), views()]
}

function views(): Plugin {
  return definePlugin({
    id: 'siwx.views',
    kernel: '^1.0.0',
    setup(context) {
      const views = [
        [SiwxSignMessageRoute, 'siwx.views.sign'],
        [ConnectingSiweRoute, 'siwx.views.siwe'],
      ] as const
      for (const [route, id] of views) {
        const title = { section: siwxMessages.id, key: 'title', text: siwxMessages.messages.title }
        context.add(View, routeView(route, { id, title, load: () => import('./SiwxSignMessageView.js') }))
      }
    },
  })
}
