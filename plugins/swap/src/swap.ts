import {
  checkOptionNames,
  definePlugin,
  Feature,
  inDevelopment,
  KernelError,
  type NamespaceId,
  type Plugin,
  type PluginContext,
} from '@latchkey/kernel/plugin'
import { Calls, Holdings, type PriceCurrency, Prices } from '@latchkey/kernel/contracts'
import { featureServices, loadForPlugin } from '@latchkey/kernel/wallet'
import { createState } from './createState.js'
import { Swapper } from './Swapper.js'
import { SwapSource } from './SwapSource.js'
import { notLoaded } from './notLoaded.js'
import { pendingSwapsKey } from './pendingSwapsKey.js'

export interface SwapOptions {
  /** Currency of worths. Default `usd`. */
  readonly currency?: PriceCurrency | undefined
  /** Slippage that a swap starts with, in basis points. Default 100n, which is 1 %. */
  readonly slippage?: bigint | undefined
}

const names = { currency: true, slippage: true } satisfies Record<keyof SwapOptions, true>

/**
 * Swapping, on every chain that a source of quotes is listed for. List `swap` of `@latchkey/plugin-swap/react` for the views,
 * and at least one source: `evmSwaps` of `@latchkey/plugin-swap/evm`, or one of your own.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), swap(), evmSwaps()])
 */
export function swap(options: SwapOptions = {}): Plugin {
  checkOptionNames('swap', options, names)
  return definePlugin({
    id: 'swaps',
    kernel: '^1.0.0',
    requires: featureServices,
    optional: { holdings: Holdings, prices: Prices },
    provides: [Swapper],
    setup(context, deps) {
      const state = createState(options)
      const load = loadForPlugin(context, 'Swapping', async () => {
        const { startSwapper } = await import('./lazy/startSwapper.js')
        return startSwapper(context, state, deps)
      })
      context.provide(Swapper, () => ({
        state,
        load: async () => (await load()).controller,
        open: async (given) => (await load()).open(given),
      }))
      context.add(Feature, {
        id: 'swaps',
        label: { section: 'swap', key: 'title', text: 'Swap' },
        // Between onramp and receive, as the specification orders them.
        order: 200,
        needs: Calls,
        when: () => hasSource(context, deps.wallets.active()?.namespace),
        open: () => {
          load()
            .then((swapper) => swapper.open())
            .catch((error: unknown) => {
              deps.log.error('The form to swap could not be shown.', error)
              deps.notifications.showSnackbar(notLoaded, { variant: 'error' })
            })
        },
      })
      return {
        start() {
          if (context.list(SwapSource).length === 0) deps.log.error(noSource, sourceMissing())
          if (!deps.storage.read(pendingSwapsKey)?.length) return
          load().catch((error: unknown) =>
            deps.log.error('A swap of an earlier page could not be followed.', error),
          )
        },
      }
    },
  })
}

const hasSource = (context: PluginContext, namespace: NamespaceId | undefined): boolean =>
  context.list(SwapSource).some((source) => source.namespace === namespace)

const noSource = 'Nothing can be swapped: no source of quotes is listed.'

function sourceMissing(): KernelError {
  const help = 'Add evmSwaps() of @latchkey/plugin-swap/evm, or another source, to createKernel([...]).'
  return new KernelError(noSource, { code: 'SWAP_SOURCE_MISSING', metaMessages: inDevelopment ? [help] : [] })
}
