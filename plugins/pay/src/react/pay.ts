import { definePlugin, type Plugin, type Route, View, type Words } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { type ComponentType, createElement } from 'react'
import { pay as core } from '../pay.js'
import { Payer } from '../Payer.js'
import { PayLoadingRoute, PayReviewRoute, PayRoute } from '../routes.js'
import type { PayViewProps } from './PayViewProps.js'

/**
 * Paying bills with its views: a list of two plugins for `createKernel`.
 *
 * @example
 * createKernel([eip155({ networks }), pay()])
 */
export function pay(): readonly Plugin[] {
  return [core(), views()]
}

type Load = () => Promise<{ readonly default: ComponentType<PayViewProps> }>

function views(): Plugin {
  return definePlugin({
    id: 'pay.views',
    kernel: '^1.0.0',
    requires: { payer: Payer },
    setup(context, { payer }) {
      function draw(route: Route<undefined>, title: Words, load: Load): void {
        const loadBoth = async () => {
          const [view, controller] = await Promise.all([load(), payer.load()])
          return { default: () => createElement(view.default, { controller }) }
        }
        context.add(View, routeView(route, { id: `pay.views.${route.name}`, title, load: loadBoth }))
      }
      const title = { section: 'pay', key: 'title', text: 'Pay' }
      draw(PayRoute, title, () => import('./PayView.js'))
      draw(
        PayReviewRoute,
        { section: 'pay', key: 'titleReview', text: 'Review payment' },
        () => import('./PayReviewView.js'),
      )
      draw(PayLoadingRoute, title, () => import('./PayLoadingView.js'))
    },
  })
}
