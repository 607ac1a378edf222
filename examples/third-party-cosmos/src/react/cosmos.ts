import { definePlugin, View } from '@latchkey/kernel/plugin'
import { AccountTabs, view } from '@latchkey/ui-react'
import { type CosmosOptions, cosmos as core } from '../cosmos.js'
import { cosmosHub, osmosis } from '../networks.js'

/** Cosmos chains, the Keplr wallet, and a tab of the account: a list of two for `createKernel`. */
export function cosmos(options: CosmosOptions = {}) {
  const { networks = [cosmosHub, osmosis] } = options
  const views = definePlugin({
    id: 'example.cosmos.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        view(AccountTabs, {
          id: 'example.cosmos.views.addresses',
          label: { section: 'exampleCosmos', key: 'title', text: 'Addresses' },
          async load() {
            const { AddressesTab } = await import('./AddressesTab.js')
            return { default: ({ account }) => AddressesTab({ account, networks }) }
          },
        }),
      )
    },
  })
  return [core(options), views] as const
}
