import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { createElement } from 'react'
import { exchangeDeposits as core } from '../exchangeDeposits.js'
import { Payer } from '../Payer.js'
import { ExchangeDepositRoute } from '../routes.js'

/** Deposits from exchanges, with their view: two plugins for `createKernel`. List `pay()` too. */
export function exchangeDeposits(): readonly Plugin[] {
  const views = definePlugin({
    id: 'pay.deposits.views',
    kernel: '^1.0.0',
    requires: { payer: Payer },
    setup(context, { payer }) {
      context.add(
        View,
        routeView(ExchangeDepositRoute, {
          id: 'pay.views.deposit',
          title: { section: 'pay', key: 'titleDeposit', text: 'Deposit from an exchange' },
          skeleton: 'form',
          async load() {
            const [view, controller] = await Promise.all([import('./ExchangeDepositView.js'), payer.load()])
            return { default: () => createElement(view.default, { controller }) }
          },
        }),
      )
    },
  })
  return [core(), views]
}
