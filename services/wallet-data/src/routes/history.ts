import { formatUnits } from 'viem'
import * as z from 'zod/mini'
import { type Multiplier, shownOf } from '../chains/multiplier.js'
import type { Database } from '../database/schema.js'
import type { PassingAnswer } from '../http/answerCache.js'
import { readQuery } from '../http/parameters.js'
import { invalid } from '../http/serviceError.js'
import { worthOf } from '../prices/decimals.js'
import { type Currency, currencies } from '../prices/priceTable.js'
import type { Service } from '../service.js'
import { decodeCursor, encodeCursor, type HistoryPlace } from '../store/historyCursor.js'
import { type HistoryMovement, type HistoryRow, readHistory } from '../store/readHistory.js'
import { countUnread } from '../store/readUnread.js'
import { readItems } from '../store/readHoldings.js'
import { type AskedAccount, findAccount } from './account.js'
import { operationOf } from './operationOf.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'
import { withOneCoin } from './withOneCoin.js'

/** Transactions on one page. */
const pageLength = 50

const query = z.object({
  projectId: z.optional(z.string()),
  currency: z._default(z.enum(currencies), 'usd'),
  chainId: z.optional(z.string()),
  cursor: z.optional(z.string().check(z.maxLength(512))),
  onramp: z.optional(z.string()),
})

/** What an account took part in, newest first, in pages. */
export const history: Route = {
  name: 'history',
  method: 'get',
  path: '/v1/account/:address/history',
  async handle(context, service) {
    const { projectId, currency, chainId, cursor, onramp } = readQuery(context, query)
    const project = checkProject(service, projectId)
    if (onramp !== undefined) throw invalid('onramp', 'Purchases are not kept by this service.')
    const account = findAccount(service, context.req.param('address') ?? '', chainId)
    const networkIds = account.chains.map(({ networkId }) => networkId)
    await service.quota.charge(project, networkIds)
    const after = cursor ? decodeCursor(cursor) : undefined
    if (cursor && !after) throw invalid('cursor', 'Expected the "next" of an answer of this service.')
    const question = `${networkIds.join(',')} ${currency} ${cursor ?? ''}`
    return jsonText(
      await service.histories.get(account.address, question, () =>
        readPage(service, account, { after, currency }),
      ),
    )
  },
}

async function readPage(
  service: Service,
  account: AskedAccount,
  { after, currency }: { readonly after: HistoryPlace | undefined; readonly currency: Currency },
): Promise<string | PassingAnswer> {
  const { address, chains } = account
  const networkIds = chains.map(({ networkId }) => networkId)
  const limit = pageLength + 1
  const reads = service.recent.readsOf(address)
  const rows = await readHistory(reads, { address, networkIds, after, limit })
  const page = rows.slice(0, pageLength)
  const last = page.at(-1)
  const multipliers = await readMultipliers(service, account, page)
  const data = await describeRows(service, account, { rows: page, reads, multipliers }, currency)
  const text = JSON.stringify({
    data,
    ...(rows.length > pageLength && last ? { next: encodeCursor(last) } : {}),
    ...(await tellUnread(reads, networkIds)),
  })
  // A multiplier changes without a block that would have the answer forgotten.
  const isPassing = [...multipliers.values()].some(({ size }) => size > 0)
  return isPassing ? { text, isPassing } : text
}

/** By network, then by token. */
type Multipliers = ReadonlyMap<string, ReadonlyMap<string, Multiplier>>

/** Those of today: a page adds up to the balance beside it. */
async function readMultipliers(
  { multipliers }: Service,
  { chains }: AskedAccount,
  rows: readonly HistoryRow[],
): Promise<Multipliers> {
  const reading = chains.map(async (chain) => {
    const own = rows.filter(({ networkId }) => networkId === chain.networkId)
    const tokens = own.flatMap(({ movements }) => movements.filter(({ tokenId }) => tokenId === ''))
    const found = await multipliers.read(
      chain,
      tokens.map(({ asset }) => asset),
    )
    return [chain.networkId, found] as const
  })
  return new Map(await Promise.all(reading))
}

interface Page {
  readonly rows: readonly HistoryRow[]
  readonly reads: Database
  readonly multipliers: Multipliers
}

/**
 * Tells by `TRANSACTIONS_UNREAD` how many transactions the service couldn't read. Nobody knows whose they are, so everybody is told.
 */
async function tellUnread(reads: Database, networkIds: readonly string[]) {
  const found = await countUnread(reads, networkIds)
  const gaps = found.map(({ networkId, count }) => ({ code: 'TRANSACTIONS_UNREAD', chain: networkId, count }))
  return gaps.length > 0 ? { gaps } : {}
}

async function describeRows(
  service: Service,
  { address, chains }: AskedAccount,
  { rows, reads, multipliers }: Page,
  currency: Currency,
) {
  const items = new Map<string, Items>()
  for (const { networkId } of chains) {
    const own = rows.filter((row) => row.networkId === networkId)
    items.set(
      networkId,
      await readNamedItems(
        reads,
        networkId,
        own.flatMap((row) => row.movements),
      ),
    )
  }
  return rows.map((row) => {
    const chain = chains.find(({ networkId }) => networkId === row.networkId)
    const known = items.get(row.networkId)
    if (!chain || !known) throw new Error(`${row.networkId} was not asked for.`)
    const format = (one: string | undefined) => (one === undefined ? '' : chain.formatAddress(one))
    const { networkId } = row
    const movements = withOneCoin(row.movements, chain.coinToken)
    const scales = multipliers.get(networkId)
    const context = { service, networkId, native: chain.native, known, currency, address, scales }
    return {
      id: row.transactionId,
      metadata: {
        operationType: operationOf({ ...row, movements }, address),
        hash: row.transactionId,
        minedAt: new Date(row.minedAt).toISOString(),
        sentFrom: format(row.sender),
        sentTo: format(row.receiver),
        status: row.isFailed ? 'failed' : 'confirmed',
        nonce: row.nonce,
        chain: row.networkId,
        ...(row.fee === undefined ? {} : { fee: formatUnits(row.fee, chain.native.decimals) }),
      },
      transfers: movements.map((movement) => ({
        ...describeMovement(movement, context),
        sender: format(movement.sender ?? row.sender),
        recipient: format(movement.receiver ?? row.receiver),
      })),
    }
  })
}

type Items = ReadonlyMap<string, { readonly name: string; readonly picture: string | null }>

async function readNamedItems(
  reads: Database,
  networkId: string,
  movements: readonly HistoryMovement[],
): Promise<Items> {
  const collectibles = movements.filter(({ tokenId }) => tokenId !== '')
  const items = await readItems(reads, networkId, collectibles)
  return new Map(items.map((item) => [`${item.address} ${item.tokenId}`, item]))
}

interface MovementContext {
  readonly service: Service
  readonly networkId: string
  readonly native: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly known: Items
  readonly currency: Currency
  readonly address: string
  readonly scales: ReadonlyMap<string, Multiplier> | undefined
}

function describeMovement(movement: HistoryMovement, context: MovementContext) {
  const direction = directionOf(movement, context.address)
  return movement.tokenId === ''
    ? { direction, ...describeFungible(movement, context) }
    : { direction, ...describeItem(movement, context) }
}

function directionOf({ sender, receiver }: HistoryMovement, address: string): 'in' | 'out' | 'self' {
  if (sender === address && receiver === address) return 'self'
  return receiver === address ? 'in' : 'out'
}

function describeFungible(
  { asset, amount: moved, facts: indexed }: HistoryMovement,
  context: MovementContext,
) {
  const { service, networkId, currency, scales } = context
  const amount = shownOf(moved, scales?.get(asset))
  const facts = asset === '' ? context.native : indexed
  const declared = service.prices.declared(networkId, asset)
  const price = service.prices.priceOf(networkId, asset, currency)
  const decimals = facts?.decimals ?? 0
  const icon = declared?.iconUrl
  return {
    fungible_info: {
      name: declared?.name ?? facts?.name ?? '',
      symbol: declared?.symbol ?? facts?.symbol ?? '',
      ...(icon === undefined ? {} : { icon: { url: icon } }),
      ...(asset === '' ? {} : { address: `${networkId}:${formatAsset(context, asset)}` }),
      decimals,
    },
    quantity: {
      numeric: formatUnits(amount, decimals),
      ...(amount === moved ? {} : { moved: formatUnits(moved, decimals) }),
    },
    ...(price === undefined ? {} : { value: Number(worthOf(amount, decimals, price)), price: Number(price) }),
  }
}

function describeItem({ asset, tokenId, amount, facts }: HistoryMovement, context: MovementContext) {
  const { networkId, known, service } = context
  const item = known.get(`${asset} ${tokenId}`)
  const picture = item?.picture
  const file = picture ? { url: picture, content_type: null } : undefined
  return {
    nft_info: {
      name: item?.name || `${facts?.name ?? ''} #${tokenId}`.trim(),
      ...(file ? { content: { preview: file, detail: file } } : {}),
      flags: { is_spam: service.settings.spam.has(`${networkId}:${asset}`) },
      address: `${networkId}:${formatAsset(context, asset)}`,
      token_id: tokenId,
    },
    quantity: { numeric: amount.toString() },
  }
}

function formatAsset({ service, networkId }: MovementContext, asset: string): string {
  return service.chains.find((chain) => chain.networkId === networkId)?.formatAddress(asset) ?? asset
}
