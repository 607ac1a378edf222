import { definePlugin, Feature, type Plugin } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { FundWalletRoute } from './routes.js'

/**
 * One action that gathers every way to bring something into the account: buying, receiving, an exchange. They are then not
 * shown beside it. List `fundWallet` of `@latchkey/plugin-onramp/react` for its view.
 *
 * @example
 * createKernel([eip155({ networks }), onramp(), hostedOnramp({ ... }), receive(), fundWallet()])
 */
export function fundWallet(): Plugin {
  return definePlugin({
    id: 'fund',
    kernel: '^1.0.0',
    requires: { navigation: Navigation },
    setup(context, { navigation }) {
      context.add(Feature, {
        id: 'fund',
        label: { section: 'onramp', key: 'titleFund', text: 'Add funds' },
        order: 100,
        funds: 'entry',
        // Without a source there is nothing to gather.
        when: () => context.list(Feature).some(({ funds, when }) => funds === 'source' && when?.() !== false),
        open: () => void navigation.push(FundWalletRoute),
      })
    },
  })
}
