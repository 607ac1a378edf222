import { definePlugin, type Route, View, type Plugin, type Words } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { type ComponentType, createElement } from 'react'
import { SendPreviewRoute, SendProgressRoute, SendRoute, SendSelectTokenRoute } from '../routes.js'
import { send as core, type SendOptions } from '../send.js'
import { Sender } from '../Sender.js'
import type { SendViewProps } from './SendViewProps.js'

/**
 * Sending with its views: a list of two plugins for `createKernel`. Options as of `send` of the main entry.
 *
 * @example
 * createKernel([eip155({ networks }), send()])
 */
export function send(options: SendOptions = {}): readonly Plugin[] {
  return [core(options), views()]
}

type Load = () => Promise<{ readonly default: ComponentType<SendViewProps> }>

function views(): Plugin {
  return definePlugin({
    id: 'send.views',
    kernel: '^1.0.0',
    requires: { sender: Sender },
    setup(context, { sender }) {
      function draw<Params>(route: Route<Params>, title: Words, load: Load, skeleton?: 'form'): void {
        const loadBoth = async () => {
          const [view, controller] = await Promise.all([load(), sender.load()])
          return { default: () => createElement(view.default, { controller }) }
        }
        context.add(
          View,
          routeView(route, {
            id: `send.views.${route.name}`,
            title,
            load: loadBoth,
            ...(skeleton && { skeleton }),
          }),
        )
      }
      draw(
        SendRoute,
        { section: 'send', key: 'title', text: 'Send' },
        async () => ({ default: (await import('./sendViews.js')).SendView }),
        'form',
      )
      draw(SendSelectTokenRoute, { section: 'send', key: 'chooseToken', text: 'Select token' }, async () => ({
        default: (await import('./sendViews.js')).SelectTokenView,
      }))
      draw(SendPreviewRoute, { section: 'send', key: 'titlePreview', text: 'Review' }, async () => ({
        default: (await import('./sendViews.js')).PreviewView,
      }))
      draw(SendProgressRoute, { section: 'send', key: 'title', text: 'Send' }, async () => ({
        default: (await import('./sendViews.js')).ProgressView,
      }))
    },
  })
}
