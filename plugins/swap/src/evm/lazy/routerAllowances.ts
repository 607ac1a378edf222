import { type Abi, type Address, erc20Abi } from 'viem'
import { permit2Abi } from './abis.js'
import { permit2OfRoute } from './permit2.js'
import type { ContractRead } from './readAtOnce.js'
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

interface RouterReads {
  readonly router: Address
  readonly permit2: Address | undefined
  readonly reads: readonly ContractRead[]
}

export interface AllowanceReads {
  readonly routers: readonly RouterReads[]
  readonly reads: readonly ContractRead[]
}

export interface AllowanceQuestion {
  readonly token: Address
  readonly owner: Address
}

/** What has to be read to know what the routers of routes may take. */
export function allowanceReads(routes: readonly Route[], question: AllowanceQuestion): AllowanceReads {
  const byRouter = new Map(routes.map((route) => [route.venue.router.toLowerCase(), route]))
  const routers = [...byRouter.values()].map((route): RouterReads => {
    const { router } = route.venue
    const permit2 = permit2OfRoute(route)
    const held = tokenRead(question, permit2 ?? router)
    return { router, permit2, reads: permit2 ? [held, passedRead(question, permit2, router)] : [held] }
  })
  return { routers, reads: routers.flatMap(({ reads }) => reads) }
}

/** @param time of the newest block: what Permit2 passes on ends */
export function readRouterAllowances(
  { routers }: AllowanceReads,
  answers: readonly unknown[],
  time: bigint,
): ReadonlyMap<string, RouterAllowance> {
  let place = 0
  return new Map(
    routers.map(({ router, permit2 }): [string, RouterAllowance] => {
      const key = router.toLowerCase()
      const held = numberOf(answers[place++])
      if (!permit2) return [key, { current: held }]
      const [amount, expiration] = partsOf(answers[place++])
      const passed = expiration > time ? amount : 0n
      return [key, { current: held < passed ? held : passed, passing: { permit2, held, passed } }]
    }),
  )
}

const numberOf = (answer: unknown): bigint => (typeof answer === 'bigint' ? answer : 0n)

const partsOf = (answer: unknown): readonly [amount: bigint, expiration: bigint] =>
  Array.isArray(answer) ? [numberOf(answer[0]), BigInt(answer[1] as number)] : [0n, 0n]

const tokenRead = ({ token, owner }: AllowanceQuestion, spender: Address): ContractRead => ({
  address: token,
  abi: erc20Abi as Abi,
  functionName: 'allowance',
  args: [owner, spender],
})

const passedRead = (
  { token, owner }: AllowanceQuestion,
  permit2: Address,
  router: Address,
): ContractRead => ({
  address: permit2,
  abi: permit2Abi as Abi,
  functionName: 'allowance',
  args: [owner, token, router],
})
