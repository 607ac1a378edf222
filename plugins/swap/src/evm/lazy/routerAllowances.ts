import type { Address, Hex } from 'viem'
import type { ContractCall } from './callAtOnce.js'
import { allowanceCall, passedCall, readNumber, readPassed } from './marketCalls.js'
import { permit2OfRoute } from './permit2.js'
import type { Route } from './routes.js'

/** What a router may take of the token that is sold. */
export interface RouterAllowance {
  readonly current: bigint
  /** For a router that is paid through Permit2. */
  readonly passing?: {
    readonly permit2: Address
    /** How much the token lets Permit2 move. */
    readonly held: bigint
    /** How much Permit2 lets the router move now. */
    readonly passed: bigint
  }
}

interface RouterCalls {
  readonly router: Address
  readonly permit2: Address | undefined
  readonly calls: readonly ContractCall[]
}

export interface AllowanceCalls {
  readonly routers: readonly RouterCalls[]
  readonly calls: readonly ContractCall[]
}

export interface AllowanceQuestion {
  readonly token: Address
  readonly owner: Address
}

/** What has to be read to know what the routers of routes may take. */
export function allowanceCalls(
  routes: readonly Route[],
  { token, owner }: AllowanceQuestion,
): AllowanceCalls {
  const byRouter = new Map(routes.map((route) => [route.venue.router.toLowerCase(), route]))
  const routers = [...byRouter.values()].map((route): RouterCalls => {
    const { router } = route.venue
    const permit2 = permit2OfRoute(route)
    const held = allowanceCall(token, owner, permit2 ?? router)
    const calls = permit2 ? [held, passedCall(permit2, { token, owner, spender: router })] : [held]
    return { router, permit2, calls }
  })
  return { routers, calls: routers.flatMap(({ calls }) => calls) }
}

/** @param time of the newest block: what Permit2 passes on ends */
export function readRouterAllowances(
  { routers }: AllowanceCalls,
  answers: readonly (Hex | undefined)[],
  time: bigint,
): ReadonlyMap<string, RouterAllowance> {
  let place = 0
  return new Map(
    routers.map(({ router, permit2 }): [string, RouterAllowance] => {
      const key = router.toLowerCase()
      const held = readNumber(answers[place++]) ?? 0n
      if (!permit2) return [key, { current: held }]
      const stated = readPassed(answers[place++])
      const passed = stated && stated.expiration > time ? stated.amount : 0n
      return [key, { current: held < passed ? held : passed, passing: { permit2, held, passed } }]
    }),
  )
}
