import { route } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { type RouteViewProps, routeView } from './routeView.js'
import { routeViewWith } from './routeViewWith.js'

interface SwapParams {
  readonly from?: string
}

const SwapRoute = route<SwapParams>('Swap')
const PlainRoute = route('Plain')

declare const Swap: (props: RouteViewProps<SwapParams>) => ReactNode
declare const Plain: () => ReactNode
declare const Other: (props: RouteViewProps<{ readonly id: number }>) => ReactNode

export const fits = [
  routeView(SwapRoute, { title: ({ from }) => `Swap ${from ?? ''}`, load: async () => ({ default: Swap }) }),
  routeView(SwapRoute, { load: async () => ({ default: Plain }) }),
  routeView(PlainRoute, { id: 'example.plain', title: 'Plain', load: async () => ({ default: Plain }) }),
]

// @ts-expect-error the route has no id among its parameters
export const wrongParams = routeView(SwapRoute, { load: async () => ({ default: Other }) })

export const wrongTitle = routeView(PlainRoute, {
  // @ts-expect-error the title gets the route's parameters, and this route has none
  title: ({ from }) => from,
  load: async () => ({ default: Plain }),
})

interface Controller {
  swap(): void
}
const load = async (): Promise<Controller> => ({ swap: () => undefined })
const Controlled = (_: { readonly controller: Controller; readonly from?: string }) => null
const WithoutParams = (_: { readonly controller: Controller }) => null
const Stranger = (_: { readonly controller: Date }) => null

export const controlled = [
  routeViewWith(load, SwapRoute, { title: 'Swap', load: async () => ({ default: Controlled }) }),
  routeViewWith(load, PlainRoute, { load: async () => ({ default: WithoutParams }) }),
]

// @ts-expect-error The component takes another controller.
export const wrongController = routeViewWith(load, PlainRoute, { load: async () => ({ default: Stranger }) })
