import { SignMessage } from '@latchkey/kernel/contracts'
import { definePlugin, Feature } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { __pascal__Route } from './__pascal__Route.js'

/** Makes the plugin without its view: an action of the account, on every chain whose wallets sign messages. */
export function __camel__() {
  return definePlugin({
    id: '__pluginId__',
    kernel: '^1.0.0',
    requires: { navigation: Navigation },
    setup(context, { navigation }) {
      context.add(Feature, {
        id: '__pluginId__',
        label: { section: '__camel__', key: 'title', text: '__label__' },
        needs: SignMessage,
        open: () => void navigation.push(__pascal__Route),
      })
    },
  })
}
