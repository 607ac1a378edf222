import {
  Activity,
  Clock,
  definePlugin,
  Holdings,
  lazy,
  Log,
  NativeBalances,
  Navigation,
  Networks,
  Notifications,
  type Plugin,
  Storage,
  Wallets,
} from '@latchkey/kernel/plugin'
import { createState } from './createState.js'
import type { StartedPayer } from './lazy/startPayer.js'
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
    requires: {
      wallets: Wallets,
      networks: Networks,
      navigation: Navigation,
      nativeBalances: NativeBalances,
      notifications: Notifications,
      storage: Storage,
      clock: Clock,
      log: Log,
    },
    optional: { holdings: Holdings, activity: Activity },
    provides: [Payer],
    setup(context, deps) {
      const state = createState()
      let started: StartedPayer | undefined
      const load = lazy('Paying', async () => {
        const { startPayer } = await import('./lazy/startPayer.js')
        const payer = startPayer(context, state, deps)
        started = payer
        if (context.signal.aborted) payer.dispose()
        return payer
      })
      context.defer(() => started?.dispose())
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
