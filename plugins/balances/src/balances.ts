import { checkOptionNames, Clock, definePlugin, Log, type Plugin, Storage } from '@latchkey/kernel/plugin'
import { NativeBalances, Notifications, Wallets } from '@latchkey/kernel/wallet'
import { Holdings, Prices } from '@latchkey/kernel/contracts'
import { TransactionSettled } from '@latchkey/kernel/transaction'
import { type BalancesOptions, readOptions } from './BalancesOptions.js'
import { Balances } from './BalancesService.js'
import { createBalances } from './createBalances.js'
import { hiddenKey } from './hiddenKey.js'

const names = { currency: true, buttonTokens: true, hidden: true } satisfies Record<
  keyof BalancesOptions,
  true
>

/**
 * Tokens of the connected account with their worth and a total. Needs a provider of holdings, such as `walletData()`;
 * a provider of prices is asked for what the holdings lack. List `balances` of `@latchkey/plugin-balances/react` for
 * the views.
 *
 * @throws KernelConfigError that says everything that is wrong with the options.
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), balances()])
 */
export function balances(given: BalancesOptions = {}): Plugin {
  checkOptionNames('balances', given, names)
  const options = readOptions(given)
  return definePlugin({
    id: 'balances',
    kernel: '^1.0.0',
    requires: {
      holdings: Holdings,
      wallets: Wallets,
      native: NativeBalances,
      notifications: Notifications,
      storage: Storage,
      clock: Clock,
      log: Log,
    },
    optional: { prices: Prices },
    provides: [Balances],
    setup(context, deps) {
      const { wallets, storage } = deps
      const { service, use, update, readHidden } = createBalances(context, deps, options)
      context.provide(Balances, () => service)
      return {
        start() {
          readHidden()
          context.defer(storage.watch(hiddenKey, readHidden))
          context.defer(wallets.subscribe(update))
          context.on(TransactionSettled, (decided) => void use(({ settled }) => settled(decided)))
          update()
        },
      }
    },
  })
}
