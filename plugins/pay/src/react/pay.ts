import { definePlugin, type Plugin, type Route, View, type Words } from '@latchkey/kernel/plugin'
import { type ControlledViewOptions, routeViewWith } from '@latchkey/ui-react'
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

type Load = ControlledViewOptions<PayController, undefined>['load']

function views(): Plugin {
  return definePlugin({
    id: 'pay.views',
    kernel: '^1.0.0',
    requires: { payer: Payer },
    setup(context, { payer }) {
      function draw(route: Route<undefined>, title: Words, load: Load): void {
        const id = `pay.views.${route.name}`
        context.add(
          View,
          routeViewWith(() => payer.load(), route, { id, title, load }),
        )
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
