import { checkOptionNames, Clock, definePlugin, Log, type Plugin, Storage } from '@latchkey/kernel/plugin'
import { AccountIdentities, NameRegistry, Names } from '@latchkey/kernel/contracts'
import { Disconnected, Navigation, Networks, Session, Wallets } from '@latchkey/kernel/wallet'
import { createIdentities } from './createIdentities.js'
import { createNameLookup } from './createNameLookup.js'
import { createRegistration } from './createRegistration.js'
import { followAccounts } from './followAccounts.js'
import type { IdentityOptions } from './IdentityOptions.js'
import { NameLookup } from './NameLookup.js'
import { NameRegistration } from './NameRegistration.js'
import { createNameSources } from './nameSources.js'

const names = { testnets: true, pictureNetworks: true } satisfies Record<keyof IdentityOptions, true>

/**
 * Names and pictures of accounts, checked both ways before anybody sees them, from the provider of `Names` or from the
 * namespace itself; and taking a name, where a registry is provided. The views are in `/react`.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), walletData(), identity()])
 */
export function identity(options: IdentityOptions = {}): Plugin {
  checkOptionNames('identity', options, names)
  return definePlugin({
    id: 'identity',
    kernel: '^1.0.0',
    requires: {
      session: Session,
      networks: Networks,
      wallets: Wallets,
      navigation: Navigation,
      storage: Storage,
      clock: Clock,
      log: Log,
    },
    optional: { names: Names, registry: NameRegistry },
    provides: [AccountIdentities, NameLookup, NameRegistration],
    setup(context, { names, registry, ...kernel }) {
      const { session, wallets, navigation } = kernel
      const sources = createNameSources(names, wallets)
      const identities = createIdentities({ ...kernel, sources, options, signal: context.signal })
      context.provide(AccountIdentities, () => identities)
      context.provide(NameLookup, () => createNameLookup(sources))
      context.provide(NameRegistration, () =>
        createRegistration(context, { registry, wallets, navigation, identities }),
      )
      context.on(Disconnected, identities.forget)
      return {
        start() {
          const isKnown = Object.values(session.state.namespaces).some(
            ({ status }) => status !== 'disconnected',
          )
          if (isKnown) identities.restore()
          else identities.forget()
          context.defer(followAccounts(wallets, identities))
        },
      }
    },
  })
}
