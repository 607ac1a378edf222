import { untilAborted } from '@latchkey/kernel/chain'
import type { Clock } from '@latchkey/kernel/plugin'
import { transactionsNeedAddress } from '../transactionsNeedAddress.js'
import { type HistoryPage, type HistoryRequest, namespaceOf } from '@latchkey/kernel/contracts'
import { transactionsUnavailable, unsupportedChain } from '@latchkey/kernel/wallet'
import type { ActivityPage, ActivityService } from '@latchkey/kernel/contracts'
import type { Chains } from './chains.js'
import { readCursor, writeCursor } from './cursor.js'
import type { AccountRequest } from './direct/directHoldings.js'
import { createSharedCache } from './sharedCache.js'
import { askInOrder, type Source } from './sources.js'

/** Milliseconds (reference facts, section 4.1). Only the first page changes, so only that one is kept. */
const freshTime = 15_000

export type HistoryQuestion = Omit<HistoryRequest, 'signal' | 'fresh'>

export interface ActivityTools {
  readonly chains: Chains
  readonly clock: Clock
  /** Best first. */
  readonly sources: readonly Source<HistoryQuestion, HistoryPage>[]
}

/** @returns the service, and what forgets the answers about an account. */
export function createActivity({ chains, clock, sources }: ActivityTools): {
  readonly service: ActivityService
  forget(request: AccountRequest): void
} {
  const isKept = ({ problems }: ActivityPage) => problems === undefined
  const first = createSharedCache<ActivityPage>({ clock, freshTime, isKept })
  const further = createSharedCache<ActivityPage>({ clock, freshTime: 0 })
  const keyOf = ({ networkId, address }: AccountRequest) => JSON.stringify([networkId, address]).slice(0, -1)

  async function load({ cursor, ...question }: HistoryQuestion): Promise<ActivityPage> {
    const place = readCursor(sources, cursor)
    const asked = place.cursor === undefined ? question : { ...question, cursor: place.cursor }
    const found = await askInOrder(place.sources, asked).catch((cause: unknown) => {
      throw transactionsUnavailable(cause)
    })
    if (!found) throw transactionsUnavailable(unsupportedChain(namespaceOf(question.networkId)))
    const { answer, source, problems } = found
    const { next, ...page } = answer
    return {
      ...page,
      source,
      ...(next === undefined ? {} : { next: writeCursor(source, next) }),
      ...(problems.length > 0 ? { problems } : {}),
    }
  }

  return {
    service: {
      async read({ signal, fresh, ...request }) {
        if (!request.address) throw transactionsNeedAddress()
        const question = { ...request, address: chains.canonical(request.networkId, request.address) }
        const key = `${keyOf(question)},${JSON.stringify([question.cursor, question.limit])}`
        const cache = question.cursor === undefined ? first : further
        return untilAborted(
          signal,
          cache.read(key, () => load(question), { fresh }),
        )
      },
    },
    forget(request) {
      const start = `${keyOf(request)},`
      first.drop((key) => key.startsWith(start))
    },
  }
}
