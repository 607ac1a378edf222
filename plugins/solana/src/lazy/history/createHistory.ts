import type { HistoryCapability, HistoryPage, HistoryRequest } from '@latchkey/kernel/contracts'
import { networkOf } from '../../networks.js'
import type { Client } from '../client.js'
import { checkedAddress } from '../readBalance.js'
import { readMultipliers } from '../readMultipliers.js'
import { type Cursor, readCursor, writeCursor } from './cursor.js'
import { createHistoryReader, type Listed, readEnd } from './createHistoryReader.js'
import { inTurn } from './inTurn.js'
import { scalableMints, toRecord } from './toRecord.js'
import { unreadRecord } from './unreadRecord.js'

const defaultLimit = 20
const largestLimit = 100
/** Requests under way at once: public nodes allow few. */
const atOnce = 6

/**
 * Past transactions, from the lists of signatures that nodes keep for each account. A payment into an existing token
 * account names only that account, so that its list is read as well.
 */
export function createHistory({ networks, rpc }: Client): HistoryCapability {
  const { begin, listOf, transactionOf } = createHistoryReader(rpc)
  return {
    async read(request: HistoryRequest): Promise<HistoryPage> {
      const network = networkOf(networks, request.networkId)
      const account = checkedAddress(request.address)
      const limit = Math.min(Math.max(1, Math.floor(request.limit ?? defaultLimit)), largestLimit)
      const { start, gaps } =
        request.cursor === undefined
          ? await begin(network, account, request.signal)
          : { start: readCursor(request.cursor), gaps: [] }
      const lists = await inTurn([...start], atOnce, async ([address, before]) => {
        const found = await listOf(network, address, before, limit, request.signal)
        return { address, before, found }
      })
      const taken = newestOf(lists, limit)
      const found = await inTurn([...taken.values()], atOnce, async (listed) => ({
        listed,
        transaction: await transactionOf(network, listed.signature, request.signal),
      }))
      const mints = found.flatMap(({ transaction }) => scalableMints(transaction, account))
      const multipliers = await readMultipliers(rpc, network, mints, request.signal)
      const records = found.map(({ listed, transaction }) =>
        transaction?.meta
          ? toRecord(listed.signature, transaction, network, account, multipliers)
          : unreadRecord(listed, network),
      )
      const next = continueAfter(lists, taken, limit)
      return {
        transactions: records.filter((record) => record !== undefined),
        ...(gaps.length > 0 ? { gaps } : {}),
        ...(next.size > 0 ? { next: writeCursor(next) } : await readEnd(rpc, network, request.signal)),
      }
    },
  }
}

interface List {
  readonly address: string
  readonly before: string | null
  readonly found: readonly Listed[]
}

/** The newest of all lists. Each list was read as far as a page goes, so that nothing newer is missing. */
function newestOf(lists: readonly List[], limit: number): ReadonlyMap<string, Listed> {
  const all = lists.flatMap(({ found }) => found).sort((one, other) => other.slot - one.slot)
  const known = new Map(all.map((listed) => [listed.signature, listed]))
  return new Map([...known].slice(0, limit))
}

function continueAfter(
  lists: readonly List[],
  taken: Pick<ReadonlyMap<string, Listed>, 'has'>,
  limit: number,
): Cursor {
  const next = new Map<string, string | null>()
  for (const { address, before, found } of lists) {
    const firstLeft = found.findIndex(({ signature }) => !taken.has(signature))
    const count = firstLeft === -1 ? found.length : firstLeft
    const isOver = count === found.length && found.length < limit
    if (!isOver) next.set(address, found[count - 1]?.signature ?? before)
  }
  return next
}
