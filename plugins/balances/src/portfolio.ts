import { checkOptionNames, Clock, definePlugin, Log, type Plugin, Storage } from '@latchkey/kernel/plugin'
import { Holdings, Prices } from '@latchkey/kernel/contracts'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { type BalancesOptions, readOptions } from './BalancesOptions.js'
import { createPortfolio } from './createPortfolio.js'
import { Portfolio } from './PortfolioService.js'

export type PortfolioOptions = Pick<BalancesOptions, 'currency'>

const names = { currency: true } satisfies Record<keyof PortfolioOptions, true>

/**
 * What all connected accounts hold on all networks that the host lists, with one total. Nothing is read before it is
 * shown. List `portfolio` of `@latchkey/plugin-balances/react` for the view.
 *
 * @throws KernelConfigError for a currency that prices don't come in.
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 */
export function portfolio(given: PortfolioOptions = {}): Plugin {
  checkOptionNames('portfolio', given, names)
  const { currency } = readOptions(given)
  return definePlugin({
    id: 'portfolio',
    kernel: '^1.0.0',
    requires: {
      holdings: Holdings,
      wallets: Wallets,
      session: Session,
      storage: Storage,
      clock: Clock,
      log: Log,
    },
    optional: { prices: Prices },
    provides: [Portfolio],
    setup(context, deps) {
      const { service, update, readChoices } = createPortfolio(context, deps, currency)
      context.provide(Portfolio, () => service)
      return {
        start() {
          readChoices()
          context.defer(deps.wallets.subscribe(update))
        },
      }
    },
  })
}
