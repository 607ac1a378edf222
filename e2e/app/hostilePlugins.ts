import { Connected } from '@latchkey/kernel/wallet'
import { definePlugin, Feature, View, type Plugin } from '@latchkey/kernel/plugin'
import { ConnectFooter, view } from '@latchkey/ui-react'

/** Plugins that each break in another phase. Every one of them also adds something that must not be missed. */
export const hostilePlugins: Readonly<Record<string, () => Plugin>> = {
  setup: () =>
    definePlugin({
      id: 'hostile.setup',
      kernel: '^1.0.0',
      setup(context) {
        context.add(Feature, { id: 'hostile.setup.feature', label: 'Never seen', open() {} })
        throw new Error('hostile setup')
      },
    }),
  start: () =>
    definePlugin({
      id: 'hostile.start',
      kernel: '^1.0.0',
      setup: () => ({
        start() {
          throw new Error('hostile start')
        },
      }),
    }),
  listener: () =>
    definePlugin({
      id: 'hostile.listener',
      kernel: '^1.0.0',
      setup(context) {
        context.on(Connected, () => {
          throw new Error('hostile listener')
        })
      },
    }),
  render: () =>
    definePlugin({
      id: 'hostile.render',
      kernel: '^1.0.0',
      setup(context) {
        context.add(
          View,
          view(ConnectFooter, {
            id: 'hostile.render.footer',
            load: async () => ({
              default: () => {
                throw new Error('hostile render')
              },
            }),
          }),
        )
      },
    }),
  chunk: () =>
    definePlugin({
      id: 'hostile.chunk',
      kernel: '^1.0.0',
      setup(context) {
        context.add(
          View,
          view(ConnectFooter, {
            id: 'hostile.chunk.footer',
            load: () => Promise.reject(new Error('hostile chunk')),
          }),
        )
      },
    }),
}
