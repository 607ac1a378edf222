import {
  checkOptionNames,
  definePlugin,
  Feature,
  Log,
  type NetworkId,
  type Plugin,
} from '@latchkey/kernel/plugin'
import {
  Disconnected,
  ModalClosed,
  Navigation,
  Networks,
  NetworkSwitched,
  Wallets,
} from '@latchkey/kernel/wallet'
import { type TokenReference, Holdings } from '@latchkey/kernel/contracts'
import { createReceive } from './createReceive.js'
import { ReceiveRoute } from './receiveRoutes.js'
import { Receive } from './ReceiveService.js'

export interface ReceiveOptions {
  /** Tokens that can be asked for, by CAIP-2 id, beside those the account holds. */
  readonly tokens?: Readonly<Record<NetworkId, readonly TokenReference[]>> | undefined
}

const names = { tokens: true } satisfies Record<keyof ReceiveOptions, true>

/**
 * Receiving: the action 'Receive' of the account, and payment links for a host that draws its own.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), receive()])
 */
export function receive(options: ReceiveOptions = {}): Plugin {
  checkOptionNames('receive', options, names)
  const { tokens = {} } = options
  return definePlugin({
    id: 'receive',
    kernel: '^1.0.0',
    requires: { networks: Networks, wallets: Wallets, navigation: Navigation, log: Log },
    provides: [Receive],
    setup(context, { networks, wallets, navigation, log }) {
      const service = createReceive({
        networks,
        log,
        tokens,
        wallets,
        // Asked for when needed, so that it makes no difference where the host lists the provider.
        holdings: () => context.find(Holdings),
      })
      context.provide(Receive, () => service)
      context.add(Feature, {
        id: 'receive',
        label: { section: 'receive', key: 'title', text: 'Receive' },
        // After onramp and swap, before send, as the specification orders them.
        order: 300,
        funds: 'source',
        open() {
          service.prepare()
          navigation.push(ReceiveRoute)
        },
      })
      context.on(ModalClosed, service.reset)
      context.on(NetworkSwitched, service.reset)
      context.on(Disconnected, service.reset)
    },
  })
}
