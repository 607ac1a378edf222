import { definePlugin, View } from '@latchkey/kernel/plugin'
import { AccountTabs, view } from '@latchkey/ui-react'

/** Makes the plugin: a tab of the account. */
export function __camel__() {
  return definePlugin({
    id: '__pluginId__',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        view(AccountTabs, {
          id: '__pluginId__.tab',
          label: { section: '__camel__', key: 'title', text: '__label__' },
          load: () => import('./__pascal__Tab.js'),
        }),
      )
    },
  })
}
