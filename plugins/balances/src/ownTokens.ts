import { definePlugin, type Plugin, Storage } from '@latchkey/kernel/plugin'
import { TokenKeepers } from '@latchkey/kernel/contracts'
import { Wallets } from '@latchkey/kernel/wallet'
import { Balances } from './BalancesService.js'
import { createOwnTokens } from './createOwnTokens.js'
import { OwnTokens } from './OwnTokensService.js'
import { ownTokensKey } from './ownTokensKey.js'
import { Portfolio } from './PortfolioService.js'

/**
 * Lets a person add tokens by their address, and hide tokens, for each account and network. Wallets that ask to show a token
 * (EIP-747) can do so once this is listed. Needs a chain that can look tokens up, such as `eip155()`, and `walletData()`.
 * List `ownTokens` of `@latchkey/plugin-balances/react` for the view.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), balances(), ownTokens()])
 */
export function ownTokens(): Plugin {
  return definePlugin({
    id: 'ownTokens',
    kernel: '^1.0.0',
    requires: { wallets: Wallets, storage: Storage },
    optional: { balances: Balances, portfolio: Portfolio },
    provides: [OwnTokens],
    setup(context, deps) {
      const { storage } = deps
      const { service, keeper, read } = createOwnTokens(deps)
      context.provide(OwnTokens, () => service)
      context.add(TokenKeepers, keeper)
      return {
        start() {
          read()
          context.defer(storage.watch(ownTokensKey, read))
        },
      }
    },
  })
}
