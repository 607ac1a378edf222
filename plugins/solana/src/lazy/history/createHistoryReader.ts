import { type BaseError, isKernelError } from '@latchkey/kernel/plugin'
import type { HistoryGap, HistoryPage } from '@latchkey/kernel/contracts'
import type { SolanaNetwork } from '../../networks.js'
import type { Client } from '../client.js'
import { tokenPrograms } from '../tokenPrograms.js'
import { newestVersion } from '../transactionVersions.js'
import type { Cursor } from './cursor.js'
import {
  blockTimeSchema,
  signaturesSchema,
  slotSchema,
  tokenAccountsSchema,
  transactionSchema,
} from './rpcSchemas.js'

/**
 * Token accounts whose lists are read beside the account's own, those that hold something first. So the first page takes 97
 * lists at most, and a further one those that have not ended.
 */
const mostTokenAccounts = 96

/** A transaction in the list of signatures of an account. */
export interface Listed {
  readonly signature: string
  readonly slot: number
  /** Seconds since the epoch. */
  readonly blockTime?: number | null | undefined
  /** Anything but null and undefined says that it failed. */
  readonly err?: unknown
}

interface Beginning {
  readonly start: Cursor
  readonly gaps: readonly HistoryGap[]
}

/** What a history asks of a node. */
export function createHistoryReader(rpc: Client['rpc']) {
  /** The lists that the first page reads: of the account, and of its token accounts. */
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

  return { begin, listOf, transactionOf: createTransactionReader(rpc) }
}

/** One that can't be read is `null`, so that it costs the page one record. */
function createTransactionReader(rpc: Client['rpc']) {
  return async (network: SolanaNetwork, signature: string, signal?: AbortSignal) => {
    const options = {
      encoding: 'jsonParsed',
      commitment: settled(network),
      maxSupportedTransactionVersion: newestVersion,
    }
    try {
      return await rpc.call(network, {
        method: 'getTransaction',
        params: [signature, options],
        schema: transactionSchema,
        signal,
      })
    } catch (error) {
      if (isUnreadable(error)) return null
      throw error
    }
  }
}

/** How far back the node's lists go, when it dropped older ones. */
export async function readEnd(
  rpc: Client['rpc'],
  network: SolanaNetwork,
  signal?: AbortSignal,
): Promise<Pick<HistoryPage, 'searched'>> {
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

const leftOut = (count: number): HistoryGap => ({
  code: 'TOKEN_ACCOUNTS_LEFT_OUT',
  message: `This account has very many tokens. Payments into ${count} of its token accounts are missing in this list.`,
  parameters: { count },
})

/** Lists are kept of settled blocks only. */
const settled = ({ commitment }: SolanaNetwork) => (commitment === 'finalized' ? 'finalized' : 'confirmed')

/** Some nodes do not tell where their lists end. */
const isUnknownMethod = (error: unknown) => isKernelError(lastSaid(error), 'RPC_METHOD_NOT_FOUND')

/** Of a version that is to come, or told in a form that is: the node is there, and all else of it can be read. */
function isUnreadable(error: unknown): boolean {
  const said = lastSaid(error)
  return isKernelError(said, 'SOLANA_VERSION_UNSUPPORTED') || isKernelError(said, 'INVALID_DATA')
}

/** The last endpoint's answer, where all were asked. */
const lastSaid = (error: unknown): unknown =>
  isKernelError(error, 'SOLANA_RPC_UNREACHABLE') ? (error as BaseError).cause : error
