import { untilAborted } from '@latchkey/kernel/chain'
import type { Clock } from '@latchkey/kernel/plugin'
import type { CollectiblesPage, CollectiblesRequest, CollectiblesService } from '@latchkey/kernel/contracts'
import type { Chains } from './chains.js'
import { readCursor, writeCursor } from './cursor.js'
import { collectiblesUnavailable } from './errors.js'
import { createSharedCache } from './sharedCache.js'
import { askInOrder, type Source } from './sources.js'

/** Milliseconds: as the other things an account holds. Only the first page is kept. */
const freshTime = 30_000

export type CollectiblesQuestion = Omit<CollectiblesRequest, 'signal'>
export type FoundCollectibles = Omit<CollectiblesPage, 'source' | 'problems'>

export interface CollectiblesTools {
  readonly chains: Chains
  readonly clock: Clock
  /** Best first. */
  readonly sources: readonly Source<CollectiblesQuestion, FoundCollectibles>[]
}

/** @returns the service, and what forgets the answers about an account. */
export function createCollectibles({ chains, clock, sources }: CollectiblesTools): {
  readonly service: Omit<CollectiblesService, 'supports'>
  forget(request: Pick<CollectiblesQuestion, 'networkId' | 'address'>): void
} {
  const isKept = ({ problems }: CollectiblesPage) => problems === undefined
  const first = createSharedCache<CollectiblesPage>({ clock, freshTime, isKept })
  const further = createSharedCache<CollectiblesPage>({ clock, freshTime: 0 })
  const keyOf = ({ networkId, address }: CollectiblesQuestion) => JSON.stringify([networkId, address])

  async function load({ networkId, address, cursor }: CollectiblesQuestion): Promise<CollectiblesPage> {
    const place = readCursor(sources, cursor)
    const question = { networkId, address, ...(place.cursor === undefined ? {} : { cursor: place.cursor }) }
    const found = await askInOrder(place.sources, question).catch((cause: unknown) => {
      throw collectiblesUnavailable(networkId, cause)
    })
    if (!found) throw collectiblesUnavailable(networkId)
    const { answer, source, problems } = found
    return {
      items: answer.items,
      source,
      ...(answer.next === undefined ? {} : { next: writeCursor(source, answer.next) }),
      ...(answer.searched === undefined ? {} : { searched: answer.searched }),
      ...(problems.length > 0 ? { problems } : {}),
    }
  }

  return {
    service: {
      async read({ signal, ...request }) {
        const question = { ...request, address: chains.canonical(request.networkId, request.address) }
        const cache = question.cursor === undefined ? first : further
        const reading = cache.read(`${keyOf(question)}${question.cursor ?? ''}`, () => load(question))
        return untilAborted(signal, reading)
      },
    },
    forget(request) {
      const start = keyOf(request)
      first.drop((key) => key.startsWith(start))
    },
  }
}
