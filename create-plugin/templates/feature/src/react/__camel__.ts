import { definePlugin, View } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { __camel__ as core } from '../__camel__.js'
import { __pascal__Route } from '../__pascal__Route.js'

/** Makes the plugin with its view: a list of two for `createKernel`. */
export function __camel__() {
  const views = definePlugin({
    id: '__pluginId__.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        routeView(__pascal__Route, {
          id: '__pluginId__.views.form',
          title: { section: '__camel__', key: 'title', text: '__label__' },
          skeleton: 'form',
          load: () => import('./__pascal__View.js'),
        }),
      )
    },
  })
  return [core(), views] as const
}
