import { type BaseError, type Clock, isKernelError, wait } from '@latchkey/kernel/plugin'
import { unknownError } from '@latchkey/kernel/wallet'
import type { HistoryListPage, HistoryListRequest } from '../../histories/HistorySource.js'
import { sourceError } from '../../histories/lazy/sourceErrors.js'

/** A list with the source it belongs to. */
export interface SourceList {
  /** Unique among all lists. */
  readonly id: string
  readonly source: number
  readonly sourceId: string
  readonly sourceName: string
  /** Whether the host listed its source, beside the chain and the service. */
  readonly isListed: boolean
  readonly fills: readonly string[]
  read(request: HistoryListRequest): Promise<HistoryListPage>
}

/** Milliseconds that a page of one source is waited for: it delays what the others have. */
const patience = 15_000
/** Milliseconds that a listed source which failed on a network is left alone. The chain is asked each time. */
const rest = 60_000
/** Pages that are kept: the next merged page begins with what the last one left of them. */
const mostPages = 60

/** Reads pages of lists: one that was read is kept, and a source that fails delays nothing for a while. */
export function createListReader(clock: Clock, tell: (problem: BaseError) => void) {
  const pages = new Map<string, HistoryListPage>()
  const failures = createFailures(clock, tell)
  async function load(list: SourceList, request: HistoryListRequest): Promise<HistoryListPage> {
    const failed = failures.find(list, request)
    if (failed) throw failed
    let isLate = false
    const tooLate = new AbortController()
    const late = wait(clock, patience, tooLate.signal).then(() => {
      isLate = true
      throw sourceError('HISTORY_SOURCE_FAILED', list.sourceName, [
        `Expected an answer within ${patience} ms.`,
      ])
    })
    // Ended below, when the answer comes first.
    late.catch(() => {})
    try {
      return await Promise.race([list.read(request), late])
    } catch (error) {
      const problem = isKernelError(error) ? error : unknownError(error)
      failures.add(list, request, problem, isLate || ofAll.has(problem.code))
      throw problem
    } finally {
      tooLate.abort()
    }
  }

  return async (
    list: SourceList,
    request: HistoryListRequest,
    isFirst: boolean,
  ): Promise<HistoryListPage> => {
    const { networkId, address, cursor } = request
    const account = JSON.stringify([list.id, networkId, address])
    const key = `${account} ${cursor ?? ''}`
    // A reorganization may have changed them.
    if (isFirst) for (const known of [...pages.keys()]) if (known.startsWith(account)) pages.delete(known)
    const kept = pages.get(key)
    if (kept) return kept
    const page = await load(list, request)
    pages.delete(key)
    pages.set(key, page)
    const oldest = pages.keys().next()
    if (pages.size > mostPages && !oldest.done) pages.delete(oldest.value)
    return page
  }
}

/** What failed a moment ago, each reason of a source told once. */
function createFailures(clock: Clock, tell: (problem: BaseError) => void) {
  const failures = new Map<string, { readonly problem: BaseError; readonly until: number }>()
  const told = new Set<string>()
  return {
    find(list: SourceList, request: HistoryListRequest): BaseError | undefined {
      if (!list.isListed) return undefined
      for (const [key, { until }] of [...failures]) if (until <= clock.now()) failures.delete(key)
      return (failures.get(networkKey(list, request)) ?? failures.get(pageKey(list, request)))?.problem
    },
    add(list: SourceList, request: HistoryListRequest, problem: BaseError, isOfAll: boolean): void {
      const name = `${list.sourceId} ${problem.code}`
      if (!told.has(name)) tell(problem)
      told.add(name)
      if (!list.isListed) return
      failures.set((isOfAll ? networkKey : pageKey)(list, request), { problem, until: clock.now() + rest })
    },
  }
}

/** Failures that another account, or another page, meets as well. */
const ofAll = new Set(['HISTORY_KEY_REFUSED', 'HISTORY_SOURCE_BUSY'])
const networkKey = ({ id }: SourceList, { networkId }: HistoryListRequest) => JSON.stringify([id, networkId])
const pageKey = ({ id }: SourceList, { networkId, address, cursor }: HistoryListRequest) =>
  JSON.stringify([id, networkId, address, cursor])

export type ListReader = ReturnType<typeof createListReader>
