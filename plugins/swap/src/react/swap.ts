import { definePlugin, type Plugin, type Route, View } from '@latchkey/kernel/plugin'
import { type ControlledViewProps, routeViewWith } from '@latchkey/ui-react'
import type { ComponentType } from 'react'
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

const loadViews = () => import('./swapViews.js')
type Views = Awaited<ReturnType<typeof loadViews>>
type Drawn<Params> = ComponentType<ControlledViewProps<SwapController, Params>>

function views(): Plugin {
  return definePlugin({
    id: 'swap.views',
    kernel: '^1.0.0',
    requires: { swapper: Swapper },
    setup(context, { swapper }) {
      function draw<Params>(
        route: Route<Params>,
        key: string,
        text: string,
        choose: (views: Views) => Drawn<Params>,
        skeleton?: 'form',
      ): void {
        context.add(
          View,
          routeViewWith<SwapController, Params>(() => swapper.load(), route, {
            id: `swap.views.${route.name}`,
            title: { section: 'swap', key, text },
            load: async () => ({ default: choose(await loadViews()) }),
            skeleton,
          }),
        )
      }
      draw(SwapRoute, 'title', 'Swap', (views) => views.SwapView, 'form')
      draw(SwapSelectTokenRoute, 'selectToken', 'Select token', (views) => views.SelectTokenView)
      draw(SwapPreviewRoute, 'titlePreview', 'Review swap', (views) => views.PreviewView)
      draw(SwapProgressRoute, 'title', 'Swap', (views) => views.ProgressView)
    },
  })
}
