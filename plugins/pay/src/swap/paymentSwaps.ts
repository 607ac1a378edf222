import { Clock, definePlugin, lazy, Namespace, type Plugin } from '@latchkey/kernel/plugin'
import { SwapReader, SwapSource } from '@latchkey/plugin-swap'
import { PaymentSwap } from '../PaymentSwap.js'

/**
 * Lets bills be paid with other tokens of the same network, swapped by the sources of `@latchkey/plugin-swap` that are listed:
 * `evmSwaps`, or your own. `swap` itself need not be listed.
 *
 * @example
 * createKernel([eip155({ networks }), pay(), evmSwaps(), paymentSwaps()])
 */
export function paymentSwaps(): Plugin {
  return definePlugin({
    id: 'pay.swaps',
    kernel: '^1.0.0',
    requires: { clock: Clock },
    setup(context, { clock }) {
      const load = lazy('The code for swapping before a payment', () => import('./lazy/findExactOffer.js'))
      const sourcesOf = (namespace: string, networkId: `${string}:${string}`) =>
        context.list(SwapSource).filter((one) => one.namespace === namespace && one.supports(networkId))
      return {
        start() {
          for (const { id: namespace } of context.list(Namespace)) {
            context.add(PaymentSwap, {
              id: `pay.swaps.${namespace}`,
              namespace,
              supports: (networkId) => sourcesOf(namespace, networkId).length > 0,
              async offer(request) {
                const { findExactOffer } = await load()
                const readers = context.list(SwapReader).filter((one) => one.namespace === namespace)
                const tools = { readers, now: () => clock.now() }
                return findExactOffer(sourcesOf(namespace, request.wallet.networkId), tools, request)
              },
            })
          }
        },
      }
    },
  })
}
