import type { Route } from '@latchkey/kernel/plugin'
import { type ComponentType, createElement } from 'react'
import {
  type RouteViewContribution,
  type RouteViewOptions,
  type RouteViewProps,
  routeView,
} from './routeView.js'

/** What a component receives: the plugin's controller, and each parameter of the route as a property of its own. */
export type ControlledViewProps<Controller, Params> = {
  readonly controller: Controller
} & (Params extends object ? Params : unknown)

export interface ControlledViewOptions<Controller, Params> extends Omit<RouteViewOptions<Params>, 'load'> {
  /** A dynamic `import()` of a module whose default export is the component. */
  readonly load: () => Promise<{ readonly default: ComponentType<ControlledViewProps<Controller, Params>> }>
}

/**
 * Makes the view of a route whose component works with a controller: code of the plugin that is loaded together with the
 * component.
 *
 * @param loadController Called with each load of the view; `loadForPlugin` returns such a function.
 * @example
 * context.add(View, routeViewWith(() => swapper.load(), SwapRoute, { title: 'Swap', load: () => import('./SwapView.js') }))
 */
export function routeViewWith<Controller, Params>(
  loadController: () => Promise<Controller>,
  route: Route<Params>,
  { load, ...options }: ControlledViewOptions<Controller, NoInfer<Params>>,
): RouteViewContribution {
  return routeView<Params>(route, {
    ...options,
    async load() {
      const [{ default: component }, controller] = await Promise.all([load(), loadController()])
      return {
        default: ({ params }: RouteViewProps<Params>) =>
          // A route without parameters adds none.
          createElement(component as ComponentType<object>, { controller, ...params }),
      }
    },
  })
}
