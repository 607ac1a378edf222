import { definePlugin, type Route, View, type Plugin, type Words } from '@latchkey/kernel/plugin'
import { SendCollectibleRoute } from '@latchkey/kernel/wallet'
import { type ControlledViewOptions, routeViewWith } from '@latchkey/ui-react'
import { SendPreviewRoute, SendProgressRoute, SendRoute, SendSelectTokenRoute } from '../routes.js'
import { send as core, type SendOptions } from '../send.js'
import { CollectibleSender } from '../CollectibleSender.js'
import { type SendController, Sender } from '../Sender.js'

/** Said once: the bundler writes the list of files it loads wherever this stands. */
const loadViews = () => import('./sendViews.js')

/**
 * Sending with its views: a list of two plugins for `createKernel`. Options as of `send` of the main entry.
 *
 * @example
 * createKernel([eip155({ networks }), send()])
 */
export function send(options: SendOptions = {}): readonly Plugin[] {
  return [core(options), views()]
}

type Load<Params> = ControlledViewOptions<SendController, Params>['load']

function views(): Plugin {
  return definePlugin({
    id: 'send.views',
    kernel: '^1.0.0',
    requires: { sender: Sender, collectibles: CollectibleSender },
    setup(context, { sender, collectibles }) {
      function draw<Params>(route: Route<Params>, title: Words, load: Load<Params>, skeleton?: 'form'): void {
        const id = `send.views.${route.name}`
        context.add(
          View,
          routeViewWith<SendController, Params>(() => sender.load(), route, { id, title, load, skeleton }),
        )
      }
      draw(
        SendRoute,
        { section: 'send', key: 'title', text: 'Send' },
        async () => ({ default: (await loadViews()).SendView }),
        'form',
      )
      draw(SendSelectTokenRoute, { section: 'send', key: 'chooseToken', text: 'Select token' }, async () => ({
        default: (await loadViews()).SelectTokenView,
      }))
      draw(SendPreviewRoute, { section: 'send', key: 'titlePreview', text: 'Review' }, async () => ({
        default: (await loadViews()).PreviewView,
      }))
      context.add(
        View,
        routeViewWith(() => collectibles.load(), SendCollectibleRoute, {
          id: `send.views.${SendCollectibleRoute.name}`,
          title: { section: 'send', key: 'titleCollectible', text: 'Send NFT' },
          load: async () => ({ default: (await loadViews()).SendCollectibleView }),
          skeleton: 'form',
        }),
      )
      draw(SendProgressRoute, { section: 'send', key: 'title', text: 'Send' }, async () => ({
        default: (await loadViews()).ProgressView,
      }))
    },
  })
}
