import { definePlugin, Feature, type Plugin } from '@latchkey/kernel/plugin'
import { Navigation, Wallets } from '@latchkey/kernel/wallet'
import { Exchange } from './Exchange.js'
import { Payer } from './Payer.js'
import { ExchangeDepositRoute } from './routes.js'
import { takesDeposits } from './takesDeposits.js'

/**
 * The action 'Deposit from an exchange': any listed exchange pays the connected account itself. It is a source of funds, so
 * `fundWallet` of `@latchkey/plugin-onramp` gathers it with buying and receiving. List `exchangeDeposits` of
 * `@latchkey/plugin-pay/react` for its view.
 *
 * @example
 * createKernel([eip155({ networks }), pay(), linkedExchange({ ... }), exchangeDeposits()])
 */
export function exchangeDeposits(): Plugin {
  return definePlugin({
    id: 'pay.deposits',
    kernel: '^1.0.0',
    requires: { navigation: Navigation, wallets: Wallets, payer: Payer },
    setup(context, { navigation, wallets }) {
      context.add(Feature, {
        id: 'exchange',
        label: { section: 'pay', key: 'titleDeposit', text: 'Deposit from an exchange' },
        order: 102,
        funds: 'source',
        when: () => {
          const wallet = wallets.active()
          return wallet !== undefined && takesDeposits(wallet.account) && context.list(Exchange).length > 0
        },
        open: () => void navigation.push(ExchangeDepositRoute),
      })
    },
  })
}
