import { plainText } from '@latchkey/kernel/plugin'
import { getAddress, isHex } from 'viem'
import type { LedgerReviewToken, LedgerReviewValue } from '../../../LedgerReview.js'
import {
  constantOf,
  type Currency,
  jsonAt,
  parameterOf,
  type ReviewContext,
  type Standing,
} from './context.js'
import { isJsonList, isJsonObject, memberObject } from './copyJson.js'
import { NotExplained } from './NotExplained.js'
import { parsePath } from './paths.js'
import type { Leaf } from './tree.js'

type Format = (standing: Standing, value: Leaf) => LedgerReviewValue | Promise<LedgerReviewValue>

const longestText = 300
/** As many bytes as are shown whole: a hash, a key, or a signature. */
const shownBytes = 100

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['raw', ({ context }, value) => rawValue(context, value)],
  ['addressName', formatAddress],
  ['amount', ({ context }, value) => nativeAmount(context, context.container.chainId, integerOf(value))],
  ['tokenAmount', formatTokenAmount],
  ['tokenTicker', formatTicker],
  ['nftName', formatCollectible],
  ['date', formatDate],
  ['duration', (_, value) => ({ kind: 'duration', seconds: naturalOf(value) })],
  ['unit', formatUnit],
  ['enum', formatEnum],
  ['chainId', formatChain],
  ['calldata', formatCall],
])

/**
 * A value in one of ERC-7730's formats.
 *
 * @throws NotExplained for an unknown format, or a value that it can't show
 */
export async function formatValue(
  standing: Standing,
  format: string,
  value: Leaf,
): Promise<LedgerReviewValue> {
  const run = formats.get(format)
  if (!run) throw new NotExplained(`The format ${format.slice(0, 40)} isn’t known.`)
  return run(standing, value)
}

/** A value as it is, by its own type. */
export function rawValue({ container, facts }: ReviewContext, { type, value }: Leaf): LedgerReviewValue {
  if (typeof value === 'bigint') return { kind: 'number', value }
  if (typeof value === 'boolean') return { kind: 'yesOrNo', value }
  if (type === 'address') {
    return { kind: 'address', address: getAddress(value), network: facts.networkOf(container.chainId).id }
  }
  if (type.startsWith('bytes')) return { kind: 'bytes', ...shortened(value) }
  const text = plainText(value, longestText + 1)
  return { kind: 'text', text: [...text].length > longestText ? `${plainText(value, longestText)}…` : text }
}

function shortened(bytes: string): { readonly hex: string; readonly size: number } {
  const size = (bytes.length - 2) / 2
  return { size, hex: size > shownBytes ? `${bytes.slice(0, 34)}…${bytes.slice(-16)}` : bytes }
}

/** A whole number: of the data, of some of its bytes, or a constant. */
function integerOf({ type, value }: Leaf): bigint {
  if (typeof value === 'bigint') return value
  const isNumber =
    typeof value === 'string' &&
    (type.startsWith('bytes')
      ? /^0x(?:[0-9a-f]{2}){1,32}$/.test(value)
      : type === 'constant' && /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value))
  if (!isNumber) throw new NotExplained('A value that is no number is to be shown as one.')
  return BigInt(value)
}

function naturalOf(value: Leaf): bigint {
  const found = integerOf(value)
  if (found < 0n) throw new NotExplained('A number is below zero.')
  return found
}

/** An address: of the data, 20 of its bytes, a number that has no more of them, or a constant. */
function addressOf({ value }: Leaf): `0x${string}` {
  const text = typeof value === 'bigint' && value >= 0n ? `0x${value.toString(16).padStart(40, '0')}` : value
  if (!isHex(text) || text.length !== 42) {
    throw new NotExplained('A value that is no address is to be shown as one.')
  }
  return getAddress(text.toLowerCase())
}

const isSame = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** A constant, or a list of them. */
function constantsOf(standing: Standing, name: string): readonly Leaf[] {
  const given = standing.parameters[name]
  if (given === undefined) return []
  return isJsonList(given) ? given.map((item) => constantOf(standing, item)) : [constantOf(standing, given)]
}

function chainOf(standing: Standing): number {
  const given = parameterOf(standing, 'chainId')
  if (!given) return standing.context.container.chainId
  const chainId = integerOf(given)
  if (chainId < 1n || chainId > BigInt(Number.MAX_SAFE_INTEGER))
    throw new NotExplained('There is no such chain.')
  return Number(chainId)
}

function formatAddress(standing: Standing, value: Leaf): LedgerReviewValue {
  const { container, facts } = standing.context
  const own = addressOf(value)
  const isSender = constantsOf(standing, 'senderAddress').some((sender) => isSame(addressOf(sender), own))
  if (isSender && container.from === undefined) throw new NotExplained('The sender isn’t known.')
  return {
    kind: 'address',
    address: isSender ? getAddress(container.from ?? own) : own,
    network: facts.networkOf(container.chainId).id,
  }
}

/** An amount of a network's own currency. */
export function nativeAmount({ facts }: ReviewContext, chainId: number, value: bigint): LedgerReviewValue {
  const currency = facts.currencyOf(chainId)
  return currency ? { kind: 'amount', value, ...currency } : { kind: 'units', value }
}

async function formatTokenAmount(standing: Standing, from: Leaf): Promise<LedgerReviewValue> {
  const { context } = standing
  const chainId = chainOf(standing)
  const value = naturalOf(from)
  const given = tokenParameter(standing, 'token')
  if (!given) return { kind: 'units', value }
  const isNative = constantsOf(standing, 'nativeCurrencyAddress').some((own) => isSame(addressOf(own), given))
  const token: LedgerReviewToken | undefined = isNative
    ? undefined
    : { address: given, network: context.facts.networkOf(chainId).id }
  const currency = isNative
    ? context.facts.currencyOf(chainId)
    : ((await context.facts.tokenOf(chainId, given)) ?? describedToken(context, chainId, given))
  const about = token ? { token } : {}
  if (isUnlimited(standing, from, value, currency)) {
    const message = messageOf(standing)
    return { kind: 'unlimited', symbol: currency?.symbol ?? '', ...(message ? { message } : {}), ...about }
  }
  return currency ? { kind: 'amount', value, ...currency, ...about } : { kind: 'units', value, ...about }
}

/** The token's address stands beside the amount, so that it counts as shown. */
function tokenParameter(standing: Standing, name: string): `0x${string}` | undefined {
  const found = parameterOf(standing, name)
  if (!found) return undefined
  standing.context.covered.add(found)
  return addressOf(found)
}

/** What the descriptor says of a contract that doesn't tell by itself; nobody else's. */
function describedToken(
  { file, container }: ReviewContext,
  chainId: number,
  token: string,
): Currency | undefined {
  if (chainId !== container.chainId || !isSame(token, container.to)) return undefined
  const { ticker, decimals } = memberObject(file['metadata'], 'token')
  const symbol = plainText(ticker, 24)
  const isUsable =
    typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0 && decimals <= 77
  return symbol !== '' && isUsable ? { symbol, decimals } : undefined
}

/** Whole tokens that are more than there can be of any. */
const beyondAnySupply = 18

/**
 * Whether an amount is named instead of shown. A descriptor can't hide one that somebody could own: it has to be beyond any supply,
 * or in the upper half of what its type holds.
 */
function isUnlimited(
  standing: Standing,
  { type }: Leaf,
  value: bigint,
  currency: Currency | undefined,
): boolean {
  const given = standing.parameters['threshold']
  if (given === undefined || value < naturalOf(constantOf(standing, given))) return false
  const bits = /^uint(\d+)$/.exec(type)?.[1] ?? '256'
  if (value >= 1n << (BigInt(bits) - 1n)) return true
  return currency !== undefined && value >= 10n ** BigInt(currency.decimals + beyondAnySupply)
}

function messageOf(standing: Standing): string | undefined {
  const given = standing.parameters['message']
  if (given === undefined) return undefined
  return plainText(constantOf(standing, given).value, 40) || undefined
}

async function formatTicker(standing: Standing, value: Leaf): Promise<LedgerReviewValue> {
  const { facts } = standing.context
  const chainId = chainOf(standing)
  const address = addressOf(value)
  const currency = await facts.tokenOf(chainId, address)
  return {
    kind: 'token',
    symbol: currency?.symbol ?? '',
    token: { address, network: facts.networkOf(chainId).id },
  }
}

function formatCollectible(standing: Standing, value: Leaf): LedgerReviewValue {
  const { container, facts } = standing.context
  const address = tokenParameter(standing, 'collection')
  if (!address) throw new NotExplained('The collection isn’t told.')
  const collection = { address, network: facts.networkOf(container.chainId).id }
  return { kind: 'collectible', value: naturalOf(value), collection }
}

function formatDate({ parameters }: Standing, value: Leaf): LedgerReviewValue {
  const { encoding } = parameters
  if (encoding === 'timestamp') return { kind: 'date', seconds: naturalOf(value) }
  if (encoding === 'blockheight') return { kind: 'block', value: naturalOf(value) }
  throw new NotExplained('A date has no known encoding.')
}

function formatUnit(standing: Standing, value: Leaf): LedgerReviewValue {
  const { base, decimals, prefix = false } = standing.parameters
  if (base === undefined || typeof prefix !== 'boolean') throw new NotExplained('A unit isn’t told.')
  const unit = plainText(constantOf(standing, base).value, 16)
  const places = decimals === undefined ? 0n : integerOf(constantOf(standing, decimals))
  if (places < 0n || places > 77n) throw new NotExplained('A unit has too many decimals.')
  const number = integerOf(value)
  // no money: places behind the point
  const shown = Number(places)
  return prefix ? withPrefix(number, shown, unit) : { kind: 'unit', value: number, decimals: shown, unit }
}

const prefixes = ['f', 'p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const
const plain = prefixes.indexOf('')

/** With the prefix (SI) that leaves one to three digits before the point. */
function withPrefix(value: bigint, decimals: number, unit: string): LedgerReviewValue {
  const digits = (value < 0n ? -value : value).toString().length
  // no money: powers of ten
  const wanted = value === 0n ? 0 : Math.floor((digits - 1 - decimals) / 3)
  const power = Math.max(-plain, Math.min(wanted, prefixes.length - 1 - plain))
  const shifted = decimals + 3 * power
  const name = `${prefixes[plain + power] ?? ''}${unit}`
  return shifted >= 0
    ? { kind: 'unit', value, decimals: shifted, unit: name }
    : { kind: 'unit', value: value * 10n ** BigInt(-shifted), decimals: 0, unit: name }
}

function formatEnum(standing: Standing, value: Leaf): LedgerReviewValue {
  const { $ref: reference } = standing.parameters
  if (typeof reference !== 'string') throw new NotExplained('An enumeration isn’t told.')
  const names = jsonAt(standing.context.file, parsePath(reference))
  const name = isJsonObject(names)
    ? plainText(
        keysOf(value)
          .map((key) => names[key])
          .find(Boolean),
        80,
      )
    : ''
  return name === '' ? rawValue(standing.context, value) : { kind: 'text', text: name }
}

/** As the registry's files write a value: itself, or the number that it is. */
const keysOf = ({ type, value }: Leaf): readonly string[] => {
  if (typeof value === 'boolean') return [String(value), value ? '1' : '0']
  const isNumber =
    type.startsWith('bytes') && typeof value === 'string' && /^0x(?:[0-9a-f]{2}){1,32}$/.test(value)
  return isNumber ? [value, BigInt(value).toString()] : [String(value)]
}

function formatChain({ context }: Standing, value: Leaf): LedgerReviewValue {
  const chainId = integerOf(value)
  const isSafe = chainId > 0n && chainId <= BigInt(Number.MAX_SAFE_INTEGER)
  const name = isSafe ? context.facts.networkOf(Number(chainId)).name : undefined
  return name === undefined ? { kind: 'number', value: chainId } : { kind: 'text', text: name }
}

async function formatCall(standing: Standing, { type, value }: Leaf): Promise<LedgerReviewValue> {
  const { context, parameters } = standing
  if (type !== 'bytes' || !isHex(value)) throw new NotExplained('A call is no bytes.')
  const to = tokenParameter(standing, 'callee')
  if (!to) throw new NotExplained('The contract of a call isn’t told.')
  const chainId = chainOf(standing)
  const amount = parameterOf(standing, 'amount')
  const spender = parameterOf(standing, 'spender')
  const isWhole = parameters['selector'] === undefined && parameters['selectorPath'] === undefined
  const reading = isWhole
    ? await context.readNested({
        to: to.toLowerCase(),
        data: value,
        chainId,
        value: amount ? naturalOf(amount) : 0n,
        from: spender && addressOf(spender).toLowerCase(),
      })
    : undefined
  if (reading && amount) context.covered.add(amount)
  const callee = { address: to, network: context.facts.networkOf(chainId).id }
  return { kind: 'call', callee, data: shortened(value), ...(reading ? { reading } : {}) }
}
