import { definePlugin, type Plugin, type Route, View, type Words } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { type ComponentType, createElement } from 'react'
import { SwapPreviewRoute, SwapProgressRoute, SwapRoute, SwapSelectTokenRoute } from '../routes.js'
import { swap as core, type SwapOptions } from '../swap.js'
import { Swapper } from '../Swapper.js'
import type { SwapViewProps } from './SwapViewProps.js'

/**
 * Swapping with its views: a list of two plugins for `createKernel`. Options as of `swap` of the main entry.
 *
 * @example
 * createKernel([eip155({ networks }), swap(), evmSwaps()])
 */
export function swap(options: SwapOptions = {}): readonly Plugin[] {
  return [core(options), views()]
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

function views(): Plugin {
  return definePlugin({
    id: 'swap.views',
    kernel: '^1.0.0',
    requires: { swapper: Swapper },
    setup(context, { swapper }) {
      function draw<Params>(route: Route<Params>, title: Words, load: Load<SwapViewProps & Params>): void {
        const loadBoth = async () => {
          const [view, controller] = await Promise.all([load(), swapper.load()])
          return {
            default: ({ params }: { readonly params: Params }) =>
              createElement(view.default as ComponentType<object>, { controller, ...params }),
          }
        }
        context.add(View, routeView(route, { id: `swap.views.${route.name}`, title, load: loadBoth }))
      }
      const title = { section: 'swap', key: 'title', text: 'Swap' }
      draw(SwapRoute, title, () => import('./SwapView.js') as never)
      draw(
        SwapSelectTokenRoute,
        { section: 'swap', key: 'selectToken', text: 'Select token' },
        () => import('./SelectTokenView.js'),
      )
      draw(
        SwapPreviewRoute,
        { section: 'swap', key: 'titlePreview', text: 'Review swap' },
        () => import('./PreviewView.js') as never,
      )
      draw(SwapProgressRoute, title, () => import('./ProgressView.js') as never)
    },
  })
}
