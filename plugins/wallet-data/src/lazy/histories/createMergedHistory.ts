import type { Clock, HttpService, LogService, NetworkId } from '@latchkey/kernel/plugin'
import { History, type HistoryGap, type HistoryPage } from '@latchkey/kernel/contracts'
import type {
  HistoryEntry,
  HistoryListPage,
  HistorySource,
  HistoryTools,
} from '../../histories/HistorySource.js'
import type { HistoryQuestion } from '../activity.js'
import type { Chains } from '../chains.js'
import type { Source } from '../sources.js'
import { createListReader, type SourceList } from './createListReader.js'
import { inShownAmounts } from './inShownAmounts.js'
import { isGone } from './isGone.js'
import { readMergeCursor } from './mergeCursor.js'
import { mergeWalked } from './mergeWalked.js'
import { walkLists, type WalkedList } from './walkLists.js'

const defaultLimit = 20
const largestLimit = 100

export interface MergedHistoryTools {
  readonly chains: Chains
  readonly http: HttpService
  readonly clock: Clock
  readonly log: LogService
  readonly signal: AbortSignal
  readonly sources: readonly HistorySource[]
  /** The wallet-data service, where one is named. */
  readonly service: Source<HistoryQuestion, HistoryPage> | undefined
}

/** The chain's own history, the service's and those of the listed sources as one. Serves networks that a listed source knows. */
export function createMergedHistory(tools: MergedHistoryTools): Source<HistoryQuestion, HistoryPage> {
  const { chains, clock, log, sources, service } = tools
  const read = createListReader(clock, (problem) =>
    log[problem.code === 'HISTORY_KEY_REFUSED' ? 'error' : 'warn'](problem.message, problem),
  )
  const opened = new Map<HistorySource, ReturnType<HistorySource['open']>>()
  const open = (source: HistorySource) => {
    const lists = opened.get(source) ?? source.open(sourceTools(tools))
    opened.set(source, lists)
    // Code that can't be loaded now may be there a moment later.
    lists.catch(() => opened.delete(source))
    return lists
  }

  async function listsOf(networkId: NetworkId): Promise<readonly SourceList[] | undefined> {
    const known = sources.filter(({ supports }) => supports(networkId))
    if (known.length === 0) return undefined
    const own = [chainSource(chains, networkId), ...(service ? [serviceSource(service)] : [])]
    const others = known.map((source) => async () => ({ ...source, lists: await open(source) }))
    const all = await Promise.all([...own.map((one) => async () => one), ...others].map((load) => load()))
    return all.flatMap(({ id: sourceId, name: sourceName, lists }, source) => {
      const isListed = source >= own.length
      return lists.map((list) => ({
        ...{ id: `${sourceId}.${list.id}`, source, sourceId, sourceName, isListed },
        fills: list.fills ?? [],
        async read(request) {
          const page = await list.read(request)
          return isListed ? inShownAmounts(tools, networkId, page) : page
        },
      }))
    })
  }

  return {
    source: 'explorer',
    async read({ networkId, address, cursor, limit = defaultLimit }) {
      const lists = await listsOf(networkId)
      if (!lists) return undefined
      const start = cursor === undefined ? undefined : readMergeCursor(cursor)
      const wanted = Math.min(Math.max(1, Math.floor(limit)), largestLimit)
      const walked = await walkLists(lists, read, { networkId, address, start, limit: wanted })
      const failed = walked.flatMap(({ failure }) => failure ?? [])
      const [first] = failed
      if (first && walked.every(({ pages }) => pages.length === 0)) throw first
      const isOwn = (other: string | undefined) =>
        other !== undefined && chains.namespace(networkId)?.isSameAddress(other, address) === true
      return {
        ...mergeWalked(walked, {
          account: { networkId, network: chains.network(networkId), isOwn },
          limit: wanted,
          start,
          isGone: (merged) => isGone(merged, { walked, isOwn, now: clock.now() }),
        }),
        ...tellHoles(walked),
      }
    },
  }
}

function sourceTools({ chains, http, clock, signal }: MergedHistoryTools): HistoryTools {
  return {
    http,
    clock,
    signal,
    network: chains.network,
    isAddress: (networkId, value) => chains.namespace(networkId)?.isAddress(value, networkId) ?? false,
    isSameAddress: (networkId, left, right) =>
      chains.namespace(networkId)?.isSameAddress(left, right) ?? left === right,
  }
}

interface OpenedSource {
  readonly id: string
  readonly name: string
  readonly lists: Awaited<ReturnType<HistorySource['open']>>
}

function chainSource(chains: Chains, networkId: NetworkId): OpenedSource {
  const history = chains.capability(networkId, History)
  const name = chains.network(networkId)?.name ?? networkId
  const read = async (request: HistoryQuestion) => (history ? toListPage(await history.read(request)) : none)
  return { id: 'chain', name, lists: [{ id: 'history', read }] }
}

function serviceSource(service: Source<HistoryQuestion, HistoryPage>): OpenedSource {
  const read = async (request: HistoryQuestion) => {
    const page = await service.read(request)
    return page ? toListPage(page) : none
  }
  return { id: 'service', name: 'The wallet-data service', lists: [{ id: 'history', read }] }
}

const none: HistoryListPage = { entries: [] }

function toListPage({ transactions, ...page }: HistoryPage): HistoryListPage {
  const entries = transactions.map(
    ({ id, minedAt, transfers, networkId: _, isUncertain: __, ...facts }): HistoryEntry => ({
      id: /^0x[0-9a-f]+$/i.test(id) ? id.toLowerCase() : id,
      ...(minedAt === undefined ? {} : { minedAt }),
      facts,
      transfers,
    }),
  )
  const since = page.searched?.since
  return { ...page, entries, ...(since === undefined ? {} : { since }) }
}

/** What is missing, so that nobody takes the list for all there was. */
function tellHoles(walked: readonly WalkedList[]): Pick<HistoryPage, 'gaps' | 'searched'> {
  const failed = namesOf(walked.filter(({ failure }) => failure))
  const unread = walked.filter(({ leftOut }) => leftOut > 0)
  const whole = walked.filter(({ failure }) => !failure)
  const filled = new Set(whole.flatMap(({ list }) => list.fills))
  const chain = walked.find(({ list }) => list.sourceId === 'chain')
  const isWhole = whole.some(({ list }) => list.isListed && !failed.includes(list.sourceName))
  const gaps: HistoryGap[] = [
    ...(failed.length > 0 ? [sourcesFailed(failed)] : []),
    ...(unread.length > 0 ? [entriesLeftOut(unread)] : []),
    ...walked.flatMap((one) => one.gaps).filter(({ code }) => !filled.has(code)),
  ]
  const known = new Map(gaps.map((gap) => [gap.code, gap]))
  return {
    ...(known.size > 0 ? { gaps: [...known.values()] } : {}),
    // A source that goes back to the beginning has what the nodes don't look for any more.
    ...(chain?.searched && !isWhole ? { searched: chain.searched } : {}),
  }
}

const namesOf = (walked: readonly WalkedList[]) => [...new Set(walked.map(({ list }) => list.sourceName))]

function sourcesFailed(names: readonly string[]): HistoryGap {
  const sources = names.join(', ')
  return {
    code: 'HISTORY_SOURCES_FAILED',
    message: `Couldn’t load the history from ${sources}. Some transactions may be missing.`,
    parameters: { sources },
  }
}

function entriesLeftOut(unread: readonly WalkedList[]): HistoryGap {
  const count = unread.reduce((sum, { leftOut }) => sum + leftOut, 0)
  const sources = namesOf(unread).join(', ')
  return {
    code: 'HISTORY_ENTRIES_LEFT_OUT',
    message: `Couldn’t load part of the history: ${count === 1 ? '1 entry' : `${count} entries`} of ${sources} ${count === 1 ? 'is' : 'are'} missing in this list.`,
    parameters: { count, sources },
  }
}
