import type { Route, ViewContribution, Words } from '@latchkey/kernel/plugin'
import type { ComponentType } from 'react'

/** What the component of a route receives: the parameters it was opened with. */
export interface RouteViewProps<Params> {
  readonly params: Params
}

export interface RouteViewOptions<Params> {
  /** Unique in the kernel. Default `route:` and the route's name. */
  readonly id?: string | undefined
  /** Title in the modal's header; a function gets the parameters. Default the route's name. */
  readonly title?: (Words | ((params: Params) => Words)) | undefined
  /** What the view looks like while its code is loaded. Default `rows`. */
  readonly skeleton?: ViewSkeletonKind | undefined
  /** A dynamic `import()` of a module whose default export is the component. */
  readonly load: () => Promise<{ readonly default: ComponentType<RouteViewProps<Params>> }>
}

/** `rows` of a list, fields of a `form`, a `code` to scan. */
export type ViewSkeletonKind = 'rows' | 'form' | 'code'

/** A view of the slot of one route, with what the header needs. */
export interface RouteViewContribution extends ViewContribution {
  readonly title?: Words | ((params: never) => Words)
  readonly skeleton?: ViewSkeletonKind | undefined
}

/** Slot id of a route's view. */
export const routeSlot = (routeName: string): string => `route:${routeName}`

/**
 * Makes the view of a route, checked against the route's parameters. It wins over the shell's own view of that route.
 *
 * @example
 * context.add(View, routeView(SwapRoute, { title: 'Swap', load: () => import('./SwapView.js') }))
 */
export function routeView<Params>(
  route: Route<Params>,
  options: RouteViewOptions<NoInfer<Params>>,
): RouteViewContribution {
  const { id = routeSlot(route.name), ...rest } = options
  return { ...rest, id, slot: routeSlot(route.name) } as RouteViewContribution
}
