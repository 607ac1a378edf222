/** Typed key of a place in the modal. React-free, so that a headless plugin can open a view it does not draw. */
export interface Route<Params> {
  readonly name: string
  readonly '~params'?: (params: Params) => Params
}

export type RouteParams<R> = R extends Route<infer Params> ? Params : never

/**
 * Makes a route key. The plugin that draws it contributes a view for it (`routeView` in `@latchkey/ui-react`);
 * `navigation.open(route, params)` opens it.
 *
 * @example
 * export const SwapRoute = route<{ from?: string; to?: string }>('Swap')
 */
export function route<Params = undefined>(name: string): Route<Params> {
  return { name }
}
