import {
  decimalOf,
  fromDecimal,
  type Holding,
  parseAccountId,
  worthOfUnits,
} from '@latchkey/kernel/contracts'
import { isKernelError, type NetworkId, plainText } from '@latchkey/kernel/plugin'
import type { FoundHoldings } from '../direct/directHoldings.js'
import type { HoldingsQuestion } from '../holdings.js'
import { pictureOf } from '../pictureOf.js'
import { priceOf } from '../priceOf.js'
import type { Source } from '../sources.js'
import { assetAddress, isPlaceholder } from './contract.js'
import type { Coverage } from './createCoverage.js'
import type { ServiceClient } from './createClient.js'
import { type BalanceRow, balanceRow, balances } from './schema.js'
import { serviceError } from './serviceErrors.js'

/** Characters kept of what something is called. */
const nameLength = 60

export interface ServiceHoldingsOptions {
  readonly client: ServiceClient
  readonly coverage: Coverage
  /** Tokens that an account has just sent or received: the service reads them again. */
  justMoved(question: HoldingsQuestion): readonly string[]
}

/** The greatest amount a chain of ours can hold: 2^256 − 1. */
const greatest = 2n ** 256n - 1n

export function createServiceHoldings({
  client,
  coverage,
  justMoved,
}: ServiceHoldingsOptions): Source<HoldingsQuestion, FoundHoldings> {
  const ask = ({ networkId, address, currency, fresh }: HoldingsQuestion, forceUpdate?: string) =>
    client.request({
      path: `/v1/account/${encodeURIComponent(address)}/balance`,
      query: { currency, chainId: networkId, forceUpdate },
      schema: balances,
      hasStandIn: true,
      fresh,
    })

  async function read(question: HoldingsQuestion): Promise<FoundHoldings> {
    const { networkId } = question
    const moved = justMoved(question).map((token) => assetAddress(networkId, token))
    if (moved.length === 0) return readRows((await ask(question)).balances, networkId)
    const answer = await ask(question, moved.join(',')).catch((error: unknown) => {
      // Not every chain of a service can be read again.
      if (isKernelError(error, 'WALLET_DATA_REFUSED')) return ask(question)
      throw error
    })
    return readRows(answer.balances, networkId)
  }

  return {
    source: 'service',
    read: (question) => coverage.ask('balance', question.networkId, () => read(question)),
  }
}

function readRows(rows: readonly unknown[], networkId: NetworkId): FoundHoldings {
  const holdings = new Map<string, Holding>()
  let bad = 0
  for (const row of rows) {
    const parsed = balanceRow.safeParse(row)
    const holding = parsed.success ? toHolding(parsed.data, networkId) : 'bad'
    if (holding === 'bad') bad += 1
    else if (holding !== 'other') {
      const key = holding.address ?? ''
      if (!holdings.has(key)) holdings.set(key, holding)
    }
  }
  const meta = { metaMessages: [`Entries left out: ${bad} of ${rows.length}.`] }
  return {
    // The coin first: the contract does not fix an order.
    holdings: [...holdings.values()].sort((left, right) => rank(left) - rank(right)),
    problems: bad > 0 ? [serviceError('WALLET_DATA_ROWS_INVALID', meta)] : [],
  }
}

const rank = ({ address }: Holding) => (address === undefined ? 0 : 1)

/** `bad` for what cannot be read exactly, `other` for what is not shown: another network, no decimals, nothing held. */
function toHolding(row: BalanceRow, networkId: NetworkId): Holding | 'bad' | 'other' {
  if ((row.chainId ?? networkId) !== networkId) return 'other'
  const address = addressOf(row, networkId)
  if (address === 'bad') return 'bad'
  // no money: places behind the point
  const decimals = Number.parseInt(row.quantity.decimals, 10)
  const value = decimals > 255 ? undefined : fromDecimal(row.quantity.numeric, decimals)
  if (value === undefined || value > greatest) return 'bad'
  const moved = row.quantity.moved == null ? undefined : fromDecimal(row.quantity.moved, decimals)
  if (moved !== undefined && moved > greatest) return 'bad'
  if (address !== undefined && (decimals === 0 || value === 0n)) return 'other'
  const price = priceOf(row.price)
  const worth = price === undefined ? givenWorth(row) : worthOfUnits(value, decimals, price)
  const icon = pictureOf(row.iconUrl)
  const symbol = plainText(row.symbol, 20)
  return {
    networkId,
    name: plainText(row.name, nameLength) || symbol,
    amount: { value, decimals, symbol, ...(moved === undefined ? {} : { moved }) },
    ...(address === undefined ? {} : { address }),
    ...(icon === undefined ? {} : { icon }),
    ...(price === undefined ? {} : { price }),
    ...(worth === undefined ? {} : { worth }),
  }
}

function givenWorth({ value }: BalanceRow): string | undefined {
  return value ? decimalOf(value) : undefined
}

/** The token's own address, `undefined` for the coin. */
function addressOf({ address }: BalanceRow, networkId: NetworkId): string | undefined | 'bad' {
  if (!address) return undefined
  const parts = parseAccountId(address)
  if (!parts || parts.networkId !== networkId) return 'bad'
  return isPlaceholder(networkId, parts.address) ? undefined : parts.address
}
