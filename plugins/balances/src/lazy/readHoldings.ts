import {
  addDecimals,
  type Decimal,
  type Holding,
  multiplyDecimals,
  isCoinToken,
  readDecimal,
  standingOf,
  toDecimal,
  toScale,
} from '@latchkey/kernel/contracts'
import type { Network } from '@latchkey/kernel/plugin'
import type { ShownHolding } from '../BalancesService.js'
import { compareTrust } from '../compareTrust.js'

const zero: Decimal = { digits: 0n, scale: 0 }
const textOf = ({ digits, scale }: Decimal) => toDecimal(digits, scale)
const longestName = 256
const longestSymbol = 64
/** A picture written into the answer itself may be this long; a longer one is not shown. */
const longestIcon = 100_000
/** A token with more decimals than this is no token: formatting refuses it. */
const mostDecimals = 255

export interface ReadContext {
  readonly network: Network
  /** Prices found elsewhere, by key. */
  priceOf(key: string): string | undefined
  /** When the price of a key was read that could not be read again since, in milliseconds since the epoch. */
  oldSince?(key: string): number | undefined
  /** Only prices found elsewhere count: what came with the holdings is one source among others. Default false. */
  readonly weighs?: boolean
  /** Whether nobody is left to be asked for the price. Default true. */
  isSettled?(key: string): boolean
}

interface Entry {
  readonly holding: ShownHolding
  readonly worth: Decimal | undefined
}

export interface ReadAnswer {
  /** Most valuable first, then the native coin, then as they came; then strangers, and suspicious ones last. */
  readonly holdings: readonly ShownHolding[]
  /** The exact sum. `0` where nothing is held or can be worth anything; `undefined` while no price is known. */
  readonly total: string | undefined
  /** When the oldest of these prices was read, where it could not be read again since. */
  readonly pricedAt: number | undefined
  /** Holdings that the total leaves out because nobody knows a price that can be stood by. */
  readonly unpriced: number
}

/**
 * What of an answer can be shown. Tokens without decimals are dropped unless the person added them, as are those whose numbers
 * make no sense, tokens of which there is nothing, and the token that is the coin itself, which would count twice.
 */
export function readHoldings(given: readonly Holding[], context: ReadContext): ReadAnswer {
  const seen = new Set<string>()
  const entries: Entry[] = []
  for (const holding of given) {
    const key = keyOf(holding)
    if (seen.has(key) || !isSound(holding) || isCoinToken(holding, context.network)) continue
    seen.add(key)
    entries.push(readOne(holding, key, context))
  }
  return {
    holdings: inOrder(entries),
    total: totalWorth(entries, context.network),
    pricedAt: oldestOf(entries, context),
    unpriced: countUnpriced(entries, context),
  }
}

function oldestOf(entries: readonly Entry[], { oldSince }: ReadContext): number | undefined {
  const times = entries.flatMap(({ holding }) => (holding.price && oldSince?.(holding.key)) || [])
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Whether no holding can be shown, and some have an invalid amount. Such an answer counts as failed. */
export function isUnreadable(given: readonly Holding[], { holdings }: ReadAnswer): boolean {
  return (
    !holdings.some(({ amount }) => amount.value > 0n) &&
    given.some(({ amount }) => !isAmountValue(amount?.value))
  )
}

/** 2^256 − 1: no chain keeps an amount in more bits. */
const largestAmount = 2n ** 256n - 1n
const isAmountValue = (value: unknown) => typeof value === 'bigint' && value >= 0n && value <= largestAmount

export const keyOf = ({ address }: Holding): string => address ?? 'native'

function isSound({ address, amount, isKept }: Holding): boolean {
  const { value, decimals, symbol } = amount
  return (
    isAmountValue(value) &&
    Number.isInteger(decimals) &&
    (decimals > 0 || address === undefined || isKept === true) &&
    decimals >= 0 &&
    decimals <= mostDecimals &&
    typeof symbol === 'string' &&
    (address === undefined || value > 0n || isKept === true)
  )
}

function readOne(holding: Holding, key: string, context: ReadContext): Entry {
  const { network, priceOf, weighs = false, isSettled = () => true } = context
  const { address, amount, icon, name } = holding
  // Money of a test network is worth nothing, whatever a price of its symbol says.
  const isWorthless = network.testnet === true
  const own = weighs ? undefined : readDecimal(holding.price)
  const price = isWorthless ? undefined : (own ?? readDecimal(priceOf(key)))
  const told = isWorthless || weighs ? undefined : readDecimal(holding.worth)
  // The product of what stands beside it, where both are known: a reader can check it.
  const worth = price ? multiplyDecimals({ digits: amount.value, scale: amount.decimals }, price) : told
  // A price that came with the token vouches for it only until the sources were asked about it.
  const { price: _price, worth: _worth, ...plain } = holding
  const settled = worth ? { ...plain, worth: textOf(worth) } : plain
  const standing = standingOf(
    isSettled(key) && !isWorthless ? settled : holding,
    network.nativeCurrency.symbol,
  )
  return {
    worth,
    holding: {
      key,
      networkId: holding.networkId,
      ...(address === undefined ? {} : { address }),
      name: String(name).slice(0, longestName),
      amount: { ...amount, symbol: amount.symbol.slice(0, longestSymbol) },
      ...(holding.isKept ? { isKept: true } : {}),
      // A stranger's picture could be that of a token people know, and loading it tells that somebody looks.
      ...(icon !== undefined && icon.length <= longestIcon && standing === 'vouched' ? { icon } : {}),
      ...(price ? { price: textOf(price) } : {}),
      ...(worth ? { worth: textOf(worth) } : {}),
      isVouched: standing === 'vouched',
      isSuspicious: standing === 'suspicious',
    },
  }
}

function inOrder(entries: readonly Entry[]): readonly ShownHolding[] {
  const scale = entries.reduce((most, { worth }) => Math.max(most, worth?.scale ?? 0), 0)
  return entries
    .map(({ holding, worth = zero }) => ({ holding, rank: toScale(worth, scale) }))
    .sort((left, right) => {
      const [one, other] = [left.holding, right.holding]
      const trust = compareTrust(one, other)
      if (trust !== 0) return trust
      if (left.rank !== right.rank) return left.rank < right.rank ? 1 : -1
      // no money: an order
      return Number(other.address === undefined) - Number(one.address === undefined)
    })
    .map(({ holding }) => holding)
}

function totalWorth(entries: readonly Entry[], network: Network): string | undefined {
  if (network.testnet === true) return '0'
  const counted = entries.filter(({ holding }) => !holding.isSuspicious)
  const worths = counted.flatMap(({ worth }) => worth ?? [])
  if (worths.length === 0 && counted.some(({ holding }) => holding.amount.value > 0n)) return undefined
  return textOf(worths.reduce(addDecimals, zero))
}

function countUnpriced(entries: readonly Entry[], { network, isSettled = () => true }: ReadContext): number {
  if (network.testnet === true) return 0
  return entries.filter(
    ({ holding, worth }) =>
      worth === undefined && holding.amount.value > 0n && !holding.isSuspicious && isSettled(holding.key),
  ).length
}
