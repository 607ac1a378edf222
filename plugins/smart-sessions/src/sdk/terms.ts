import {
  type Address,
  concat,
  getAddress,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  numberToHex,
  size,
  slice,
} from 'viem'
import { permissionContracts as at } from './contracts.js'
import type { Caveat, Delegation } from './delegation.js'

/** What another address may do for an account. Amounts are in the smallest unit, times in seconds since 1970. */
export type Allowance =
  | { readonly kind: 'native'; readonly amount: bigint }
  | {
      readonly kind: 'nativePeriodic'
      readonly amount: bigint
      readonly period: number
      readonly start: number
    }
  | { readonly kind: 'token'; readonly token: Address; readonly amount: bigint }
  | {
      readonly kind: 'tokenPeriodic'
      readonly token: Address
      readonly amount: bigint
      readonly period: number
      readonly start: number
    }
  | {
      readonly kind: 'calls'
      readonly target: Address
      /** Selectors of the functions. */
      readonly methods: readonly Hex[]
      /** Coins each call may send. */
      readonly value: bigint
    }

/** A permission: what, how much, from when until when, and for whom. */
export interface Terms {
  readonly allowance: Allowance
  /** Who may use it. */
  readonly holder: Address
  /** When it begins. 0: at once. */
  readonly from: number
  /** When it ends. */
  readonly until: number
  /** How many calls may be made in total. */
  readonly callLimit?: bigint
  /**
   * The account's count of times that it ended all its permissions on the network, when this one was given. One that names no
   * count, or a later one, isn't ended with all others.
   */
  readonly nonce?: bigint
}

const word = (value: bigint | number) => numberToHex(value, { size: 32 })
const half = (value: number) => numberToHex(value, { size: 16 })

/**
 * The limits as the enforcers read them. Every permission names who may use it a second time: a delegate could otherwise pass
 * it on.
 */
export function caveatsOf({ allowance, holder, from, until, callLimit, nonce }: Terms): readonly Caveat[] {
  return [
    { enforcer: at.timestamp, terms: concat([half(from === 0 ? 0 : from - 1), half(until)]) },
    { enforcer: at.redeemer, terms: lower(holder) },
    ...(nonce === undefined ? [] : [{ enforcer: at.nonce, terms: word(nonce) }]),
    ...(callLimit === undefined ? [] : [{ enforcer: at.limitedCalls, terms: word(callLimit) }]),
    ...caveatsOfAllowance(allowance),
  ]
}

/** Without call data, no contract can be told to do anything; with no coins, only the token moves. */
function caveatsOfAllowance(allowance: Allowance): readonly Caveat[] {
  switch (allowance.kind) {
    case 'native':
      return [
        { enforcer: at.exactCalldata, terms: '0x' },
        { enforcer: at.nativeAmount, terms: word(allowance.amount) },
      ]
    case 'nativePeriodic':
      return [
        { enforcer: at.exactCalldata, terms: '0x' },
        { enforcer: at.nativePeriod, terms: periodOf(allowance) },
      ]
    case 'token':
      return [
        { enforcer: at.valueLimit, terms: word(0n) },
        { enforcer: at.tokenAmount, terms: concat([lower(allowance.token), word(allowance.amount)]) },
      ]
    case 'tokenPeriodic':
      return [
        { enforcer: at.valueLimit, terms: word(0n) },
        { enforcer: at.tokenPeriod, terms: concat([lower(allowance.token), periodOf(allowance)]) },
      ]
    case 'calls':
      return [
        { enforcer: at.valueLimit, terms: word(allowance.value) },
        { enforcer: at.allowedTargets, terms: lower(allowance.target) },
        { enforcer: at.allowedMethods, terms: concat(allowance.methods) },
      ]
  }
}

const lower = (address: Address) => address.toLowerCase() as Address

const periodOf = (allowance: { readonly amount: bigint; readonly period: number; readonly start: number }) =>
  concat([word(allowance.amount), word(allowance.period), word(allowance.start)])

/**
 * Returns what a delegation allows, read from its limits. `undefined` if it has limits that this package doesn't make: it may
 * allow more than the known ones say.
 */
export function readTerms({
  delegate,
  caveats,
}: Pick<Delegation, 'delegate' | 'caveats'>): Terms | undefined {
  try {
    const terms = parseTerms(delegate, caveats)
    return terms && sameCaveats(caveatsOf(terms), caveats) ? terms : undefined
  } catch {
    return undefined
  }
}

function parseTerms(holder: Address, caveats: readonly Caveat[]): Terms | undefined {
  const find = (enforcer: Address) =>
    caveats.find((caveat) => isAddressEqual(caveat.enforcer, enforcer))?.terms
  const times = find(at.timestamp)
  const allowance = parseAllowance(find)
  if (!times || !allowance) return undefined
  const after = readNumber(times, 0, 16)
  const calls = find(at.limitedCalls)
  const nonce = find(at.nonce)
  return {
    allowance,
    holder,
    from: after === 0 ? 0 : after + 1,
    until: readNumber(times, 16, 32),
    ...(calls === undefined ? {} : { callLimit: hexToBigInt(calls) }),
    ...(nonce === undefined ? {} : { nonce: hexToBigInt(nonce) }),
  }
}

function parseAllowance(find: (enforcer: Address) => Hex | undefined): Allowance | undefined {
  const native = find(at.nativeAmount)
  if (native) return { kind: 'native', amount: hexToBigInt(native) }
  const nativePeriod = find(at.nativePeriod)
  if (nativePeriod) return { kind: 'nativePeriodic', ...readPeriod(nativePeriod, 0) }
  const token = find(at.tokenAmount)
  if (token) return { kind: 'token', token: readAddress(token), amount: readWord(token, 20) }
  const tokenPeriod = find(at.tokenPeriod)
  if (tokenPeriod) {
    return { kind: 'tokenPeriodic', token: readAddress(tokenPeriod), ...readPeriod(tokenPeriod, 20) }
  }
  const [target, methods, value] = [find(at.allowedTargets), find(at.allowedMethods), find(at.valueLimit)]
  if (!target || !methods || !value) return undefined
  const count = size(methods) / 4
  return {
    kind: 'calls',
    target: readAddress(target),
    methods: Array.from({ length: count }, (_, index) => slice(methods, index * 4, index * 4 + 4)),
    value: hexToBigInt(value),
  }
}

const readAddress = (terms: Hex) => getAddress(slice(terms, 0, 20))
const readWord = (terms: Hex, at: number) => hexToBigInt(slice(terms, at, at + 32))

/** @throws Error for a time that isn't a valid date */
function readNumber(terms: Hex, from: number, to: number): number {
  const value = hexToBigInt(slice(terms, from, to))
  if (value > BigInt(latestTime)) throw new RangeError('This is no time.')
  return Number(value)
}

const readPeriod = (terms: Hex, from: number) => ({
  amount: readWord(terms, from),
  period: readNumber(terms, from + 32, from + 64),
  start: readNumber(terms, from + 64, from + 96),
})

/** The end of the year 9999. Later dates can't be shown. */
export const latestTime = 253_402_300_799

function sameCaveats(left: readonly Caveat[], right: readonly Caveat[]): boolean {
  const text = (caveats: readonly Caveat[]) =>
    caveats.map(({ enforcer, terms }) => `${enforcer} ${terms}`.toLowerCase()).join()
  return text(left) === text(right)
}
