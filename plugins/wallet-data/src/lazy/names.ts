import { untilAborted } from '@latchkey/kernel/chain'
import type { Clock, LogService, NetworkId } from '@latchkey/kernel/plugin'
import type { FoundName, Identity, NamesService } from '@latchkey/kernel/contracts'
import type { Chains } from './chains.js'
import type { AccountRequest } from './direct/directHoldings.js'
import { normalizeName } from './normalizeName.js'
import { createSharedCache } from './sharedCache.js'
import { askInOrder, asProblem, type Source } from './sources.js'

/** Milliseconds (specification, section 9). */
const freshTime = 300_000

export interface NameQuestion {
  readonly networkId: NetworkId
  readonly name: string
}

/** What a resolver found: an address, or that the name has none. */
export interface Resolved {
  readonly address?: string
}

export interface NamesTools {
  readonly chains: Chains
  readonly clock: Clock
  readonly log: LogService
  /** Best first. */
  readonly lookups: readonly Source<AccountRequest, Identity>[]
  /** The one source that says where a name leads. Money goes there, so that no other stands in for it. */
  authority(name: string): NameAuthority
}

export interface NameAuthority extends Source<NameQuestion, Resolved> {
  /** Host of a service. */
  readonly host?: string
}

/** @returns the service, and what forgets the name of an address. */
export function createNames(tools: NamesTools): {
  readonly service: Required<Omit<NamesService, 'supports'>>
  forget(address: string): void
} {
  const { chains, clock, log, lookups, authority } = tools
  const cache = createSharedCache<{ readonly identity: Identity; readonly isStandIn: boolean }>({
    clock,
    freshTime,
    isKept: ({ isStandIn }) => !isStandIn,
  })
  const running = createSharedCache<FoundName | undefined>({ clock, freshTime: 0 })

  async function look(request: AccountRequest) {
    const found = await askInOrder(lookups, request)
    if (!found) return { identity: {}, isStandIn: false }
    for (const problem of found.problems)
      log.warn(`Names are read in another way: ${problem.shortMessage}`, problem)
    return { identity: found.answer, isStandIn: found.problems.length > 0 }
  }

  async function find({ networkId, name: text }: NameQuestion): Promise<FoundName | undefined> {
    const name = await normalizeName(text)
    if (name === undefined) return undefined
    const { source, host, read } = authority(name)
    const answer = await read({ networkId, name }).catch((error: unknown) => {
      throw asProblem(error)
    })
    const address = answer?.address
    // Whichever source answered: what isn't an address of the network must not be paid.
    if (address === undefined || !chains.namespace(networkId)?.isAddress(address, networkId)) return undefined
    return { name, address, source, ...(host === undefined ? {} : { host }) }
  }

  const findOnce: NonNullable<NamesService['find']> = ({ networkId, name, signal }) => {
    const text = name.trim()
    const key = JSON.stringify([networkId, text])
    return untilAborted(
      signal,
      running.read(key, () => find({ networkId, name: text })),
    )
  }

  return {
    forget: (address) => cache.drop((key) => (JSON.parse(key) as string[])[1] === address),
    service: {
      async lookup({ networkId, signal, ...request }) {
        const address = chains.canonical(networkId, request.address)
        const key = JSON.stringify([networkId, address])
        const looking = cache.read(key, () => look({ networkId, address }))
        return (await untilAborted(signal, looking)).identity
      },
      find: findOnce,
      resolve: async (request) => (await findOnce(request))?.address,
    },
  }
}
