import type { BaseError, Clock, Identity, LogService, NetworkId, NamesService } from '@latchkey/kernel/plugin'
import type { Chains } from './chains.js'
import type { AccountRequest } from './direct/directHoldings.js'
import { createSharedCache } from './sharedCache.js'
import { askInOrder, type Source } from './sources.js'
import { untilAborted } from './untilAborted.js'

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
  /** Which sources are asked for the address of a name, best first: money goes there. */
  resolvers(name: string): readonly Source<NameQuestion, Resolved>[]
}

/** @returns the service, and what forgets the name of an address. */
export function createNames(tools: NamesTools): {
  readonly service: Omit<NamesService, 'supports'>
  forget(address: string): void
} {
  const { chains, clock, log, lookups, resolvers } = tools
  const cache = createSharedCache<{ readonly identity: Identity; readonly isStandIn: boolean }>({
    clock,
    freshTime,
    isKept: ({ isStandIn }) => !isStandIn,
  })
  const running = createSharedCache<Resolved>({ clock, freshTime: 0 })

  const tell = (problems: readonly BaseError[]) => {
    for (const problem of problems)
      log.warn(`Names are read in another way: ${problem.shortMessage}`, problem)
  }

  async function look(request: AccountRequest) {
    const found = await askInOrder(lookups, request)
    if (!found) return { identity: {}, isStandIn: false }
    tell(found.problems)
    return { identity: found.answer, isStandIn: found.problems.length > 0 }
  }

  async function find(question: NameQuestion): Promise<Resolved> {
    const found = await askInOrder(resolvers(question.name), question, isAboutName)
    tell(found?.problems ?? [])
    const address = found?.answer.address
    // Whoever answered: what is no address of the network must not be paid.
    const isAddress = address !== undefined && chains.namespace(question.networkId)?.isAddress(address)
    return isAddress ? { address } : {}
  }

  return {
    forget: (address) => cache.drop((key) => (JSON.parse(key) as string[])[1] === address),
    service: {
      async lookup({ networkId, signal, ...request }) {
        const address = chains.canonical(networkId, request.address)
        const key = JSON.stringify([networkId, address])
        const looking = cache.read(key, () => look({ networkId, address }))
        return (await untilAborted(looking, signal)).identity
      },
      async resolve({ networkId, name, signal }) {
        const text = name.trim()
        const key = JSON.stringify([networkId, text])
        const finding = running.read(key, () => find({ networkId, name: text }))
        return (await untilAborted(finding, signal)).address
      },
    },
  }
}

/** The name itself is at fault, or is kept where nobody may look: another source would be no better. */
function isAboutName({ code }: BaseError): boolean {
  return code.startsWith('NAME_')
}
