import * as z from 'zod/mini'

/** Names of the routes, as the fault switches and the limits call them. */
const routeNames = [
  'balance',
  'history',
  'collectibles',
  'identity',
  'profile',
  'price',
  'swaps',
  'onramp',
  'wallets',
  'analytics',
  'analyticsConfig',
  'health',
  'ready',
  'supportedChains',
] as const
export type RouteName = (typeof routeNames)[number]

const faultShape = z.strictObject({
  /** Answers with this status instead of serving. */
  status: z.optional(z.union([z.literal(403), z.literal(429), z.literal(500), z.literal(503)])),
  retryAfterSeconds: z.optional(z.number().check(z.int(), z.gte(0), z.lte(3600))),
  /** Waits before it answers. */
  delayMilliseconds: z.optional(z.number().check(z.int(), z.gte(0), z.lte(600_000))),
  /** How often the fault strikes before it is spent. Default: until it is switched off. */
  times: z.optional(z.number().check(z.int(), z.gte(1))),
})

/** What goes wrong, by route; `all` means every route that has no entry of its own. */
export const faultsShape = z.partialRecord(z.enum([...routeNames, 'all']), faultShape)

export type Fault = z.infer<typeof faultShape>
export type Faults = z.infer<typeof faultsShape>

export interface FaultSwitch {
  set(faults: Faults): void
  current(): Faults
  /** The fault that strikes now, which spends one of its `times`. */
  strike(route: RouteName): Fault | undefined
}

export function createFaultSwitch(initial: Faults = {}): FaultSwitch {
  let faults = initial
  let spent = new Map<string, number>()
  return {
    set(next) {
      faults = next
      spent = new Map()
    },
    current: () => faults,
    strike(route) {
      const name = faults[route] ? route : 'all'
      const fault = faults[name]
      if (!fault) return undefined
      const times = spent.get(name) ?? 0
      if (times >= (fault.times ?? Number.POSITIVE_INFINITY)) return undefined
      spent.set(name, times + 1)
      return fault
    },
  }
}
