import { definePlugin, type Plugin, type Route, View } from '@latchkey/kernel/plugin'
import { type ControlledViewProps, routeViewWith } from '@latchkey/ui-react'
import type { ComponentType } from 'react'
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

const loadViews = () => import('./onrampViews.js')
type Views = Awaited<ReturnType<typeof loadViews>>
type Drawn<Params> = ComponentType<ControlledViewProps<OnrampController, Params>>

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
        choose: (views: Views) => Drawn<Params>,
        skeleton?: 'form',
      ): void {
        context.add(
          View,
          routeViewWith<OnrampController, Params>(() => buying.load(), route, {
            id: `onramp.views.${route.name}`,
            title: { section: 'onramp', key, text },
            load: async () => ({ default: choose(await loadViews()) }),
            skeleton,
          }),
        )
      }
      draw(OnrampRoute, 'title', 'Buy', (views) => views.BuyView, 'form')
      draw(OnrampCurrencyRoute, 'titleCurrency', 'Choose a currency', (views) => views.CurrencyView)
      draw(OnrampAssetRoute, 'titleAsset', 'Choose what to buy', (views) => views.AssetView)
      draw(OnrampCountryRoute, 'titleCountry', 'Choose your country', (views) => views.CountryView)
      draw(BuyInProgressRoute, 'titleProgress', 'Your purchase', (views) => views.BuyInProgressView)
      draw(OnrampActivityRoute, 'titleActivity', 'Your purchases', (views) => views.PurchasesView)
      draw(WhatIsABuyRoute, 'titleHelp', 'What is buying?', (views) => views.WhatIsABuyView)
    },
  })
}
