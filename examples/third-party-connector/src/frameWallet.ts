import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { type Eip1193Provider, Eip155Connections } from '@latchkey/plugin-eip155'
import { frameProvider } from './frameProvider.js'

/**
 * Adds an EVM wallet that runs in another frame. The plugin sends the frame one end of a channel, and the wallet answers on it.
 *
 * @param frame Finds the window of the frame, once that is loaded.
 * @param origin Of the frame: no other one is spoken to.
 */
export const frameWallet = (name: string, frame: () => Window | null | undefined, origin: string) =>
  definePlugin({
    id: 'example.frame',
    kernel: '^1.0.0',
    requires: { connections: Eip155Connections },
    setup(context, { connections }) {
      let opened: Eip1193Provider | undefined
      const open = (target: Window) => {
        const { port1, port2 } = new MessageChannel()
        context.defer(() => port1.close())
        target.postMessage('eip1193', origin, [port2])
        return frameProvider(port1)
      }
      const provider = () => {
        const target = frame()
        if (target) opened ??= open(target)
        return target ? opened : undefined
      }
      context.add(Connector, {
        id: 'example.frame',
        name,
        group: 'external',
        namespaces: ['eip155'],
        readiness: () => (frame() ? 'installed' : 'missing'),
        prepare: connections.prepare,
        connect: (request) => connections.connect({ name, provider }, request),
        restore: (request) => connections.restore({ name, provider }, request),
        listen: (request) => connections.listen({ name, provider }, request),
      })
    },
  })
