import { Activity, Holdings } from '@latchkey/kernel/contracts'
import { definePlugin, type Plugin } from '@latchkey/kernel/plugin'
import { featureServices, loadForPlugin } from '@latchkey/kernel/wallet'
import { createState } from './createState.js'
import { Payer } from './Payer.js'
import { paymentsKey } from './paymentsKey.js'

/**
 * Paying bills: exactly, and once. List `pay` of `@latchkey/plugin-pay/react` for the views.
 *
 * @example
 * const kernel = createKernel([eip155({ networks }), pay()])
 * const outcome = await kernel.get(Payer).pay(bill)
 */
export function pay(): Plugin {
  return definePlugin({
    id: 'pay',
    kernel: '^1.0.0',
    requires: featureServices,
    optional: { holdings: Holdings, activity: Activity },
    provides: [Payer],
    setup(context, deps) {
      const state = createState()
      const load = loadForPlugin(context, 'Paying', async () => {
        const { startPayer } = await import('./lazy/startPayer.js')
        return startPayer(context, state, deps)
      })
      context.provide(Payer, () => ({
        state,
        load: async () => (await load()).controller,
        pay: async (bill, options) => (await load()).pay(bill, options),
      }))
      return {
        start() {
          // What an earlier page paid is followed to its end.
          if (!deps.storage.read(paymentsKey)?.length) return
          load().catch((error: unknown) =>
            deps.log.error('What was paid before could not be followed.', error),
          )
        },
      }
    },
  })
}
