import { route } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { type RouteViewProps, routeView } from './routeView.js'

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
