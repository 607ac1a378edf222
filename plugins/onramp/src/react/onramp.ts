import { definePlugin, type Plugin, type Route, View, type Words } from '@latchkey/kernel/plugin'
import { type ControlledViewOptions, routeViewWith } from '@latchkey/ui-react'
import { onramp as core, type OnrampPluginOptions } from '../onramp.js'
import { Onramp, type OnrampController } from '../OnrampService.js'
import {
  BuyInProgressRoute,
  OnrampActivityRoute,
  OnrampAssetRoute,
  OnrampCountryRoute,
  OnrampCurrencyRoute,
  OnrampRoute,
  WhatIsABuyRoute,
} from '../routes.js'

/**
 * Buying with its views: a list of two plugins for `createKernel`. Options as of `onramp` of the main entry.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), onramp(), hostedOnramp({ ... })])
 */
export function onramp(options: OnrampPluginOptions = {}): readonly Plugin[] {
  return [core(options), views()]
}

type Load<Params> = ControlledViewOptions<OnrampController, Params>['load']

function views(): Plugin {
  return definePlugin({
    id: 'onramp.views',
    kernel: '^1.0.0',
    requires: { buying: Onramp },
    setup(context, { buying }) {
      function draw<Params>(
        route: Route<Params>,
        key: string,
        text: string,
        load: Load<Params>,
        skeleton?: 'form',
      ): void {
        const title: Words = { section: 'onramp', key, text }
        const id = `onramp.views.${route.name}`
        context.add(
          View,
          routeViewWith<OnrampController, Params>(() => buying.load(), route, { id, title, load, skeleton }),
        )
      }
      draw(OnrampRoute, 'title', 'Buy', () => import('./BuyView.js'), 'form')
      draw(OnrampCurrencyRoute, 'titleCurrency', 'Choose a currency', () => import('./CurrencyView.js'))
      draw(OnrampAssetRoute, 'titleAsset', 'Choose what to buy', () => import('./AssetView.js'))
      draw(OnrampCountryRoute, 'titleCountry', 'Choose your country', () => import('./CountryView.js'))
      draw(BuyInProgressRoute, 'titleProgress', 'Your purchase', () => import('./BuyInProgressView.js'))
      draw(OnrampActivityRoute, 'titleActivity', 'Your purchases', () => import('./PurchasesView.js'))
      draw(WhatIsABuyRoute, 'titleHelp', 'What is buying?', () => import('./WhatIsABuyView.js'))
    },
  })
}
