import { definePlugin, type Plugin, type Route, View, type Words } from '@latchkey/kernel/plugin'
import { type ControlledViewOptions, routeViewWith } from '@latchkey/ui-react'
import { SwapPreviewRoute, SwapProgressRoute, SwapRoute, SwapSelectTokenRoute } from '../routes.js'
import { swap as core, type SwapOptions } from '../swap.js'
import { type SwapController, Swapper } from '../Swapper.js'

/**
 * Swapping with its views: a list of two plugins for `createKernel`. Options as of `swap` of the main entry.
 *
 * @example
 * createKernel([eip155({ networks }), swap(), evmSwaps()])
 */
export function swap(options: SwapOptions = {}): readonly Plugin[] {
  return [core(options), views()]
}

type Load<Params> = ControlledViewOptions<SwapController, Params>['load']

function views(): Plugin {
  return definePlugin({
    id: 'swap.views',
    kernel: '^1.0.0',
    requires: { swapper: Swapper },
    setup(context, { swapper }) {
      function draw<Params>(route: Route<Params>, title: Words, load: Load<Params>, skeleton?: 'form'): void {
        const id = `swap.views.${route.name}`
        context.add(
          View,
          routeViewWith<SwapController, Params>(() => swapper.load(), route, { id, title, load, skeleton }),
        )
      }
      const title = { section: 'swap', key: 'title', text: 'Swap' }
      draw(SwapRoute, title, () => import('./SwapView.js'), 'form')
      draw(
        SwapSelectTokenRoute,
        { section: 'swap', key: 'selectToken', text: 'Select token' },
        () => import('./SelectTokenView.js'),
      )
      draw(
        SwapPreviewRoute,
        { section: 'swap', key: 'titlePreview', text: 'Review swap' },
        () => import('./PreviewView.js'),
      )
      draw(SwapProgressRoute, title, () => import('./ProgressView.js'))
    },
  })
}
