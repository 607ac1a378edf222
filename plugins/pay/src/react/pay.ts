import { definePlugin, type Plugin, type Route, View } from '@latchkey/kernel/plugin'
import { type ControlledViewProps, routeViewWith } from '@latchkey/ui-react'
import type { ComponentType } from 'react'
import { pay as core } from '../pay.js'
import { Payer, type PayController } from '../Payer.js'
import { PayLoadingRoute, PayReviewRoute, PayRoute } from '../routes.js'

/**
 * Paying bills with its views: a list of two plugins for `createKernel`.
 *
 * @example
 * createKernel([eip155({ networks }), pay()])
 */
export function pay(): readonly Plugin[] {
  return [core(), views()]
}

const loadViews = () => import('./payViews.js')
type Views = Awaited<ReturnType<typeof loadViews>>
type Drawn = ComponentType<ControlledViewProps<PayController, undefined>>

function views(): Plugin {
  return definePlugin({
    id: 'pay.views',
    kernel: '^1.0.0',
    requires: { payer: Payer },
    setup(context, { payer }) {
      function draw(
        route: Route<undefined>,
        key: string,
        text: string,
        choose: (views: Views) => Drawn,
      ): void {
        context.add(
          View,
          routeViewWith(() => payer.load(), route, {
            id: `pay.views.${route.name}`,
            title: { section: 'pay', key, text },
            load: async () => ({ default: choose(await loadViews()) }),
          }),
        )
      }
      draw(PayRoute, 'title', 'Pay', (views) => views.PayView)
      draw(PayReviewRoute, 'titleReview', 'Review payment', (views) => views.PayReviewView)
      draw(PayLoadingRoute, 'title', 'Pay', (views) => views.PayLoadingView)
    },
  })
}
