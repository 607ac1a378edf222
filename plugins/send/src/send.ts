import { checkOptionNames, definePlugin, Feature, type Plugin } from '@latchkey/kernel/plugin'
import { AddressNames, Holdings, Names, type PriceCurrency, Prices, Send } from '@latchkey/kernel/contracts'
import { featureServices, loadForPlugin, Session } from '@latchkey/kernel/wallet'
import { proxy } from 'valtio/vanilla'
import { createState } from './createState.js'
import { type CollectibleState, CollectibleSender } from './CollectibleSender.js'
import { pendingSendsKey } from './pendingSendsKey.js'
import { Sender } from './Sender.js'

export interface SendOptions {
  /** Currency of worths, and of amounts typed in money. Default `usd`. */
  readonly currency?: PriceCurrency | undefined
}

const names = { currency: true } satisfies Record<keyof SendOptions, true>

const notLoaded = { section: 'send', key: 'notLoaded', text: 'Couldn’t load Send. Try again.' }

/**
 * Sending of coins and tokens, on every chain that can. List `send` of `@latchkey/plugin-send/react` for the views.
 * With `@latchkey/plugin-wallet-data` it offers every token held, and worths; without, the coin and what the chain itself
 * lists.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), walletData(), send()])
 */
export function send(options: SendOptions = {}): Plugin {
  checkOptionNames('send', options, names)
  return definePlugin({
    id: 'send',
    kernel: '^1.0.0',
    requires: { ...featureServices, session: Session },
    optional: { holdings: Holdings, prices: Prices, names: Names, addressNames: AddressNames },
    provides: [Sender, CollectibleSender],
    setup(context, deps) {
      const state = createState(options)
      const load = loadForPlugin(context, 'Sending', async () => {
        const { startSender } = await import('./lazy/startSender.js')
        return startSender(context, state, deps)
      })
      context.provide(Sender, () => ({
        state,
        load: async () => (await load()).controller,
        open: async (given) => (await load()).open(given),
      }))
      const collectibles = proxy<CollectibleState>({ sending: undefined, held: undefined })
      const loadCollectibles = loadForPlugin(context, 'Sending NFTs', async () => {
        const { createCollectibleController } = await import('./lazy/createCollectibleController.js')
        return createCollectibleController({ ...deps, context, state: collectibles })
      })
      context.provide(CollectibleSender, () => ({ state: collectibles, load: loadCollectibles }))
      context.add(Feature, {
        id: 'send',
        label: { section: 'send', key: 'title', text: 'Send' },
        // After onramp, swap and receive, as the specification orders them.
        order: 400,
        needs: Send,
        open: () => {
          load()
            .then((sender) => sender.open())
            .catch((error: unknown) => {
              deps.log.error('The form to send could not be shown.', error)
              deps.notifications.showSnackbar(notLoaded, { variant: 'error' })
            })
        },
      })
      return {
        start() {
          if (!deps.storage.read(pendingSendsKey)?.length) return
          load().catch((error: unknown) =>
            deps.log.error('What was sent before could not be followed.', error),
          )
        },
      }
    },
  })
}
