import {
  type BaseError,
  type HistoryCapability,
  type HistoryGap,
  type HistoryPage,
  type HistoryRequest,
  isKernelError,
} from '@latchkey/kernel/plugin'
import { networkOf, type SolanaNetwork } from '../../networks.js'
import type { Client } from '../client.js'
import { checkedAddress } from '../readBalance.js'
import { readMultipliers } from '../readMultipliers.js'
import { tokenPrograms } from '../tokenPrograms.js'
import { type Cursor, readCursor, writeCursor } from './cursor.js'
import { inTurn } from './inTurn.js'
import {
  blockTimeSchema,
  signaturesSchema,
  slotSchema,
  tokenAccountsSchema,
  transactionSchema,
} from './rpcSchemas.js'
import { scalableMints, toRecord } from './toRecord.js'

const defaultLimit = 20
const largestLimit = 100
/**
 * Token accounts whose lists are read beside the account's own, those that hold something first. So the first page takes 97
 * lists at most, and a further one those that have not ended.
 */
const mostTokenAccounts = 96
/** Requests under way at once: public nodes allow few. */
const atOnce = 6

interface Listed {
  readonly signature: string
  readonly slot: number
}

/**
 * Past transactions, from the lists of signatures that nodes keep for each account. A payment into an existing token
 * account names only that account, so that its list is read as well.
 */
export function createHistory({ networks, rpc }: Client): HistoryCapability {
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
      const found = await inTurn([...taken], atOnce, async (signature) => ({
        signature,
        transaction: await transactionOf(network, signature, request.signal),
      }))
      const mints = found.flatMap(({ transaction }) => scalableMints(transaction, account))
      const multipliers = await readMultipliers(rpc, network, mints, request.signal)
      const records = found.map(({ signature, transaction }) =>
        transaction ? toRecord(signature, transaction, network, account, multipliers) : undefined,
      )
      const next = continueAfter(lists, taken, limit)
      return {
        transactions: records.filter((record) => record !== undefined),
        ...(gaps.length > 0 ? { gaps } : {}),
        ...(next.size > 0 ? { next: writeCursor(next) } : await endOf(network, request.signal)),
      }
    },
  }

  async function begin(network: SolanaNetwork, owner: string, signal?: AbortSignal): Promise<Beginning> {
    const lists = await Promise.all(
      tokenPrograms.map((programId) =>
        rpc.call(network, {
          method: 'getTokenAccountsByOwner',
          params: [owner, { programId }, { encoding: 'jsonParsed', commitment: network.commitment }],
          schema: tokenAccountsSchema,
          signal,
        }),
      ),
    )
    // no money: an order
    const isEmpty = (amount: string) => Number(amount === '0')
    const accounts = lists
      .flatMap(({ value }) => value)
      .map(({ pubkey, account }) => ({ pubkey, rank: isEmpty(account.data.parsed.info.tokenAmount.amount) }))
      .sort((one, other) => one.rank - other.rank)
    const read = accounts.slice(0, mostTokenAccounts)
    return {
      start: new Map([[owner, null], ...read.map(({ pubkey }) => [pubkey, null] as const)]),
      gaps: accounts.length > read.length ? [leftOut(accounts.length - read.length)] : [],
    }
  }

  function listOf(
    network: SolanaNetwork,
    address: string,
    before: string | null,
    limit: number,
    signal?: AbortSignal,
  ): Promise<readonly Listed[]> {
    return rpc.call(network, {
      method: 'getSignaturesForAddress',
      params: [address, { limit, commitment: settled(network), ...(before === null ? {} : { before }) }],
      schema: signaturesSchema,
      signal,
    })
  }

  function transactionOf(network: SolanaNetwork, signature: string, signal?: AbortSignal) {
    const options = {
      encoding: 'jsonParsed',
      commitment: settled(network),
      maxSupportedTransactionVersion: 0,
    }
    return rpc.call(network, {
      method: 'getTransaction',
      params: [signature, options],
      schema: transactionSchema,
      signal,
    })
  }

  /** How far back the node's lists go, when it dropped older ones. */
  async function endOf(network: SolanaNetwork, signal?: AbortSignal): Promise<Pick<HistoryPage, 'searched'>> {
    try {
      const params = { params: [], schema: slotSchema, signal }
      const first = await rpc.call(network, { method: 'getFirstAvailableBlock', ...params })
      // The second block is the first with transactions.
      if (first <= 1) return {}
      const time = { params: [first], schema: blockTimeSchema, signal }
      const seconds = await rpc.call(network, { method: 'getBlockTime', ...time })
      // no money: milliseconds
      const since = seconds === null ? {} : { since: seconds * 1_000 }
      return { searched: { fromBlock: BigInt(first), ...since } }
    } catch (error) {
      if (isUnknownMethod(error)) return {}
      throw error
    }
  }
}

interface Beginning {
  readonly start: Cursor
  readonly gaps: readonly HistoryGap[]
}

const leftOut = (count: number): HistoryGap => ({
  code: 'TOKEN_ACCOUNTS_LEFT_OUT',
  message: `This account has very many tokens. Payments into ${count} of its token accounts are missing in this list.`,
  parameters: { count },
})

/** Lists are kept of settled blocks only. */
const settled = ({ commitment }: SolanaNetwork) => (commitment === 'finalized' ? 'finalized' : 'confirmed')

interface List {
  readonly address: string
  readonly before: string | null
  readonly found: readonly Listed[]
}

/** The newest of all lists. Each list was read as far as a page goes, so that nothing newer is missing. */
function newestOf(lists: readonly List[], limit: number): ReadonlySet<string> {
  const all = lists.flatMap(({ found }) => found).sort((one, other) => other.slot - one.slot)
  return new Set([...new Set(all.map(({ signature }) => signature))].slice(0, limit))
}

function continueAfter(lists: readonly List[], taken: ReadonlySet<string>, limit: number): Cursor {
  const next = new Map<string, string | null>()
  for (const { address, before, found } of lists) {
    const firstLeft = found.findIndex(({ signature }) => !taken.has(signature))
    const count = firstLeft === -1 ? found.length : firstLeft
    const isOver = count === found.length && found.length < limit
    if (!isOver) next.set(address, found[count - 1]?.signature ?? before)
  }
  return next
}

/** Some nodes do not tell where their lists end. */
function isUnknownMethod(error: unknown): boolean {
  const cause = isKernelError(error, 'SOLANA_RPC_UNREACHABLE') ? (error as BaseError).cause : error
  return isKernelError(cause, 'RPC_METHOD_NOT_FOUND')
}
