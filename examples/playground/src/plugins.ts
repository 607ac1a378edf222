import { Connected } from '@latchkey/kernel/wallet'
import { definePlugin, View, type Plugin } from '@latchkey/kernel/plugin'
import { ConnectFooter, view } from '@latchkey/ui-react'

/** A plugin anybody could write: it adds a line below the ways to connect and hears of every connection. */
export function greeting(): Plugin {
  return definePlugin({
    id: 'playground.greeting',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        view(ConnectFooter, { id: 'playground.greeting.footer', load: () => import('./GreetingFooter.js') }),
      )
      context.on(Connected, () => (document.title = 'Connected · Latchkey playground'))
      context.defer(() => {
        document.title = 'Latchkey playground'
      })
    },
  })
}

/** A plugin that fails while it starts and while it renders, to show that it costs only itself. */
export function broken(): Plugin {
  return definePlugin({
    id: 'playground.broken',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        view(ConnectFooter, {
          id: 'playground.broken.footer',
          load: async () => ({
            default: () => {
              throw new Error('This plugin was listed to show what its failure costs.')
            },
          }),
        }),
      )
      return {
        start() {
          throw new Error('This plugin was listed to show what its failure costs.')
        },
      }
    },
  })
}
