import { plainText, type NetworkId } from '@latchkey/kernel/plugin'
import {
  type Amount,
  type HistoryGap,
  type HistoryPage,
  namespaceOf,
  parseAccountId,
  type TransactionRecord,
  type TransactionStatus,
  type TransactionTransfer,
  fromDecimal,
  readDecimal,
} from '@latchkey/kernel/contracts'
import type { HistoryQuestion } from '../activity.js'
import type { Chains } from '../chains.js'
import { pictureOf } from '../pictureOf.js'
import type { Source } from '../sources.js'
import type { Coverage } from './createCoverage.js'
import type { ServiceClient } from './createClient.js'
import {
  history,
  type TransactionRow,
  type TransferRow,
  transactionRow,
  transferRow,
  unreadGap,
} from './schema.js'

/** Characters kept of what something is called. */
const nameLength = 60

export interface ServiceActivityOptions {
  readonly client: ServiceClient
  readonly coverage: Coverage
  readonly chains: Chains
  /** Told how many entries of a page could not be read. */
  onBadRows(count: number, of: number): void
}

export function createServiceActivity(options: ServiceActivityOptions): Source<HistoryQuestion, HistoryPage> {
  const { client, coverage, chains, onBadRows } = options
  async function read({ networkId, address, cursor }: HistoryQuestion): Promise<HistoryPage> {
    const {
      data,
      next,
      gaps: told,
    } = await client.request({
      path: `/v1/account/${encodeURIComponent(address)}/history`,
      query: { chainId: networkId, cursor },
      schema: history,
      // Only the first page can be had elsewhere.
      hasStandIn: cursor === undefined,
    })
    const records = data.map((row) => {
      const parsed = transactionRow.safeParse(row)
      return parsed.success ? toRecord(parsed.data, { networkId, address, chains }) : 'bad'
    })
    const bad = records.filter((record) => record === 'bad').length
    if (bad > 0) onBadRows(bad, records.length)
    const transactions = records.filter((record) => typeof record === 'object')
    const gaps = gapsOf(told ?? [], networkId)
    return { transactions, ...(next ? { next } : {}), ...(gaps.length > 0 ? { gaps } : {}) }
  }

  return {
    source: 'service',
    read: (question) => coverage.ask('history', question.networkId, () => read(question)),
  }
}

/** Nobody knows whose the transactions are that a service can't read. */
const gapsOf = (told: readonly unknown[], networkId: NetworkId): readonly HistoryGap[] =>
  told.flatMap((row) => {
    const parsed = unreadGap.safeParse(row)
    if (!parsed.success || parsed.data.chain !== networkId) return []
    const { code, count } = parsed.data
    const message = `Transactions of this network that couldn’t be read yet: ${count}. One of them may belong in this list.`
    return { code, message, parameters: { count } }
  })

const statuses: Readonly<Record<string, TransactionStatus>> = {
  confirmed: 'confirmed',
  failed: 'failed',
  pending: 'pending',
}

interface RecordTools {
  readonly networkId: NetworkId
  /** Whose history it is. */
  readonly address: string
  readonly chains: Chains
}

/** `other` is on another network than the one that was asked for, or says nothing of the account. */
function toRecord(
  { id, metadata, transfers }: TransactionRow,
  { networkId, address, chains }: RecordTools,
): TransactionRecord | 'bad' | 'other' {
  if ((metadata.chain ?? networkId) !== networkId) return 'other'
  const status = statuses[metadata.status.toLowerCase()]
  const minedAt = Date.parse(metadata.minedAt)
  if (status === undefined || (Number.isNaN(minedAt) && status !== 'pending')) return 'bad'
  const moved: TransactionTransfer[] = []
  for (const row of transfers ?? []) {
    const parsed = transferRow.safeParse(row)
    const transfer = parsed.success ? toTransfer(parsed.data, networkId) : undefined
    // What moved is the whole point: a transaction that would be shown with less is not shown.
    if (!transfer) return 'bad'
    moved.push(transfer)
  }
  const coin = chains.network(networkId)?.nativeCurrency
  const fee = metadata.fee && coin ? fromDecimal(metadata.fee, coin.decimals) : undefined
  const application = plainText(metadata.application?.name ?? '', nameLength)
  const icon = pictureOf(metadata.application?.iconUrl)
  const isOther = isSentByOther({ networkId, address, chains }, metadata.sentFrom)
  // A stranger's transfer of nothing only puts an address into the history, to be copied by mistake.
  const shown = isOther ? moved.filter(({ amount }) => amount.value !== 0n) : moved
  if (isOther && moved.length > 0 && shown.length === 0) return 'other'
  const isMadeByOther = isOther && shown.some(({ direction }) => direction !== 'in')
  return {
    id: metadata.hash || id,
    networkId,
    operation: isMadeByOther ? 'execute' : plainText(metadata.operationType, 30).toLowerCase(),
    status,
    ...(Number.isNaN(minedAt) ? {} : { minedAt }),
    ...(metadata.sentFrom ? { from: metadata.sentFrom } : {}),
    ...(metadata.sentTo ? { to: metadata.sentTo } : {}),
    ...(fee !== undefined && coin
      ? { fee: { value: fee, decimals: coin.decimals, symbol: coin.symbol } }
      : {}),
    ...(application ? { application: { name: application, ...(icon ? { icon } : {}) } } : {}),
    transfers: shown,
    ...(isMadeByOther ? { isMadeByOther } : {}),
  }
}

/** Only EVM networks tell of transfers by logs, which any contract may write. Elsewhere somebody else may pay the fee. */
function isSentByOther(
  { networkId, address, chains }: RecordTools,
  sender: string | null | undefined,
): boolean {
  if (!sender || namespaceOf(networkId) !== 'eip155') return false
  return chains.namespace(networkId)?.isSameAddress(sender, address) === false
}

function toTransfer(row: TransferRow, networkId: NetworkId): TransactionTransfer | undefined {
  const { fungible_info: fungible, nft_info: item, direction, sender, recipient } = row
  const symbol = plainText(fungible?.symbol ?? '', 20)
  const amount = amountOf(row.quantity, item ? 0 : fungible?.decimals, symbol)
  if (!amount) return undefined
  const name = plainText(fungible?.name ?? item?.name ?? '', nameLength)
  const icon = pictureOf(fungible?.icon?.url)
  const picture = pictureOf(item?.content?.preview?.url ?? item?.content?.detail?.url)
  const asset = parseAccountId(fungible?.address ?? item?.address ?? '')
  return {
    direction,
    amount,
    ...(asset?.networkId === networkId ? { asset: asset.address } : {}),
    ...(name ? { name } : {}),
    ...(icon ? { icon } : {}),
    ...(item
      ? {
          collectible: {
            id: item.token_id ?? '',
            ...(picture ? { picture } : {}),
            isSpam: item.flags?.is_spam ?? false,
          },
        }
      : {}),
    ...(sender ? { from: sender } : {}),
    ...(recipient ? { to: recipient } : {}),
  }
}

/** Without decimals, the number is exact in as many places as it was written with. */
function amountOf(
  { numeric, moved: movedText }: TransferRow['quantity'],
  given: number | null | undefined,
  symbol: string,
): Amount | undefined {
  const decimals = given ?? readDecimal(numeric)?.scale ?? 0
  const value = fromDecimal(numeric, decimals)
  if (value === undefined) return undefined
  const amount = { value, decimals, symbol }
  if (movedText == null) return amount
  const moved = fromDecimal(movedText, decimals)
  return moved === undefined ? undefined : { ...amount, moved }
}
