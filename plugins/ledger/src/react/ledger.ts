import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { AccountActions, routeView, view } from '@latchkey/ui-react'
import { ledger as core } from '../ledger.js'
import type { LedgerOptions } from '../readOptions.js'
import { ConnectingLedgerRoute, LedgerRequestRoute } from '../routes.js'

/**
 * Ledger hardware wallets with their views: choosing an account, and what to do on the device. Takes the options of the plugin
 * without views.
 *
 * @throws KernelError `LEDGER_OPTIONS_INVALID`
 *
 * @example
 * createKernel([eip155({ networks }), ledger()])
 */
export function ledger(options: LedgerOptions = {}): readonly Plugin[] {
  const title = { section: 'ledger', key: 'title', text: 'Ledger' }
  const views = definePlugin({
    id: 'ledger.views',
    kernel: '^1.0.0',
    setup(context) {
      const connecting = { title, load: () => import('./ConnectingLedgerView.js') }
      context.add(View, routeView(ConnectingLedgerRoute, connecting))
      const request = { title, load: () => import('./LedgerRequestView.js') }
      context.add(View, routeView(LedgerRequestRoute, request))
      context.add(
        View,
        view(AccountActions, { id: 'ledger.verify', load: () => import('./VerifyAddressRow.js') }),
      )
    },
  })
  return [core(options), views]
}
