import {
  checkOptionNames,
  definePlugin,
  inDevelopment,
  KernelError,
  Feature,
  type NetworkId,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { type ActiveWallet, featureServices, loadForPlugin } from '@latchkey/kernel/wallet'
import { Activity, Prices } from '@latchkey/kernel/contracts'
import { createState, type StateOptions } from './createState.js'
import { deliveryNetwork } from './cardChains.js'
import { notLoaded } from './notLoaded.js'
import { Onramp } from './OnrampService.js'
import { OnrampProvider, type OnrampProviderContribution } from './OnrampProvider.js'
import { isAwaited, uncheckedPurchases } from './purchases.js'
import { takesDeliveries } from './takesDeliveries.js'

export interface OnrampPluginOptions extends StateOptions {
  /** ISO 3166-1, two letters. Default the region of the browser's language. */
  readonly country?: string | undefined
  /** ISO 4217. Default `USD`. */
  readonly currency?: string | undefined
}

const names = { country: true, currency: true } satisfies Record<keyof OnrampPluginOptions, true>

/**
 * Buying with money, on every chain that a listed provider delivers on. List `onramp` of `@latchkey/plugin-onramp/react` for
 * the views, and at least one provider: `hostedOnramp`, `linkOnramp` or one of your own.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), walletData(), onramp(), hostedOnramp({ ... })])
 */
export function onramp(options: OnrampPluginOptions = {}): Plugin {
  checkOptionNames('onramp', options, names)
  return definePlugin({
    id: 'onramp',
    kernel: '^1.0.0',
    requires: featureServices,
    optional: { activity: Activity, prices: Prices },
    provides: [Onramp],
    setup(context, deps) {
      const state = createState(options)
      const load = loadForPlugin(context, 'Buying', async () => {
        const { startOnramp } = await import('./lazy/startOnramp.js')
        return startOnramp(context, state, deps)
      })
      const report = (error: unknown) => {
        deps.log.error('Buying could not be loaded.', error)
        deps.notifications.showSnackbar(notLoaded, { variant: 'error' })
      }
      context.provide(Onramp, () => ({
        state,
        load: async () => (await load()).controller,
        open: async (given) => (await load()).open(given),
      }))
      context.add(Feature, {
        id: 'onramp',
        label: { section: 'onramp', key: 'title', text: 'Buy' },
        // The first of all, as the specification orders them.
        order: 100,
        funds: 'source',
        when: () => canBuy(deps.wallets.active(), context.list(OnrampProvider)),
        open: () => void load().then((buying) => buying.open(), report),
      })
      return {
        start() {
          if (context.list(OnrampProvider).length === 0) deps.log.error(noProvider, providerMissing())
          const kept = deps.storage.read(uncheckedPurchases) ?? []
          // What was bought before a reload is looked for again; nobody else pays for the code.
          if (kept.some((purchase) => isAwaited(purchase, deps.clock.now()))) load().catch(report)
        },
      }
    },
  })
}

function canBuy(wallet: ActiveWallet | undefined, providers: readonly OnrampProviderContribution[]): boolean {
  if (!wallet || !takesDeliveries(wallet.account)) return false
  const supports = (id: NetworkId) => providers.some((provider) => provider.supports(id))
  return deliveryNetwork(wallet.networkId, supports) !== undefined
}

const noProvider = 'Nothing can be bought: no provider is listed.'

function providerMissing(): KernelError {
  const help = 'Add hostedOnramp({ ... }) or linkOnramp({ ... }) to createKernel([...]).'
  return new KernelError(noProvider, {
    code: 'ONRAMP_PROVIDER_MISSING',
    metaMessages: inDevelopment ? [help] : [],
  })
}
