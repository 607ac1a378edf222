import type { Allowance, Terms } from '@latchkey/plugin-smart-sessions/delegations'
import { formatEther, formatUnits, type Hex, maxUint128 } from 'viem'
import { nameFunction, type TokenWords } from '../../previewEvm.js'
import type { Fact } from '../../facts.js'
import { say, type Sentence, type Text } from '../../../words/say.js'

/** What the node says about the token and the account. It could be wrong, so the exact numbers are shown too. */
export interface PermissionSurroundings {
  /** Symbol of the network's coin. */
  readonly coin: Text
  readonly token?: TokenWords | undefined
  /** What the account holds of the coin or token. */
  readonly balance?: bigint | undefined
  /** Seconds since 1970, by the clock that is behind, so that a time the contract still counts isn't shown as over. */
  readonly now: number
}

/** Larger than the supply of any token: no limit in practice. */
const isUnlimited = (amount: bigint) => amount >= maxUint128

export const whoseAddress = say`Owner of that address`

/** The lines that a person reads before they give a permission, made only from what will be signed. */
export function describePermission(terms: Terms, around: PermissionSurroundings): readonly Fact[] {
  const { holder, callLimit, from, until } = terms
  return [
    ...factsOfAllowance(terms, around),
    ...(callLimit === undefined ? [] : [{ name: say`How often`, value: say`At most ${callLimit} times` }]),
    ...(from > around.now ? [{ name: say`Valid from`, value: timeText(from, around.now) }] : []),
    untilFact(until, around.now),
    { name: say`Who can use it`, value: holder },
    { name: whoseAddress, value: say`Unknown. Continue only if you trust the app.` },
  ]
}

function factsOfAllowance(terms: Terms, around: PermissionSurroundings): readonly Fact[] {
  const { allowance } = terms
  if (allowance.kind === 'calls') return factsOfCalls(terms, allowance, around)
  const { amount } = allowance
  const text = amountText(allowance, amount, around)
  const isToken = allowance.kind === 'token' || allowance.kind === 'tokenPeriodic'
  return [
    {
      name: say`Lets someone send`,
      value: isToken ? say`tokens from your account` : say`coins from your account`,
    },
    ...limitFacts(terms, allowance, text, around),
    ...(isToken ? tokenFacts(allowance.token, around) : []),
    { name: say`To whom`, value: say`Any address they choose` },
  ]
}

type Spending = Exclude<Allowance, { readonly kind: 'calls' }>

function limitFacts(
  terms: Terms,
  allowance: Spending,
  text: Text,
  around: PermissionSurroundings,
): readonly Fact[] {
  if (isUnlimited(allowance.amount)) {
    return [
      {
        name: say`How much`,
        value: say`No limit: everything you have now and get later`,
        isWarning: true,
      },
    ]
  }
  if (!('period' in allowance)) {
    return [
      { name: say`How much`, value: say`At most ${text} altogether` },
      ...balanceFact(allowance.amount, around),
    ]
  }
  const most = allowance.amount * periodsOf(terms, allowance, around.now)
  return [
    { name: say`How much`, value: everyPeriod(allowance.period, text) },
    { name: say`Until it ends`, value: say`Up to ${amountText(allowance, most, around)} altogether` },
    ...balanceFact(most, around),
  ]
}

/** How many periods can still be used. A period that the permission begins or ends in counts as a whole. */
function periodsOf(
  { from, until }: Terms,
  { period, start }: { readonly period: number; readonly start: number },
  now: number,
): bigint {
  const first = BigInt(Math.max(from, now, start) - start) / BigInt(period)
  const last = BigInt(until - 1 - start) / BigInt(period)
  return last < first ? 1n : last - first + 1n
}

function balanceFact(most: bigint, { balance }: PermissionSurroundings): readonly Fact[] {
  if (balance === undefined || most < balance || balance === 0n) return []
  return [
    {
      name: say`Compared with your balance`,
      value: say`Everything you have now could be sent`,
      isWarning: true,
    },
  ]
}

function tokenFacts(address: Hex, { token }: PermissionSurroundings): readonly Fact[] {
  return [
    { name: say`Token`, value: address },
    ...(token ? [] : [{ name: say`Token name`, value: say`Unknown. Check its address.`, isWarning: true }]),
  ]
}

function amountText(allowance: Spending, units: bigint, { coin, token }: PermissionSurroundings): Text {
  const isToken = allowance.kind === 'token' || allowance.kind === 'tokenPeriodic'
  if (!isToken) return { decimal: formatEther(units), symbol: coin }
  if (!token) return say`${units} of the smallest unit`
  return say`${{ decimal: formatUnits(units, token.decimals), symbol: token.symbol }} (${units} of the smallest unit)`
}

type Calls = Extract<Allowance, { readonly kind: 'calls' }>

function factsOfCalls(
  { callLimit }: Terms,
  { target, methods, value }: Calls,
  around: PermissionSurroundings,
): readonly Fact[] {
  return [
    { name: say`Lets someone call`, value: say`the contract ${target} as your account` },
    ...methods.map(factOfMethod),
    ...coinFacts(value, callLimit, around),
    {
      name: say`What a call may do`,
      value: say`Anything the function does. Continue only if you trust the app.`,
      isWarning: true,
    },
  ]
}

/** Without a limit of calls, the limit of each call doesn't limit the sum. */
function coinFacts(
  value: bigint,
  callLimit: bigint | undefined,
  around: PermissionSurroundings,
): readonly Fact[] {
  if (value === 0n) {
    return [
      { name: say`Coins each call may send`, value: say`None` },
      ...(callLimit === undefined ? [{ name: say`How often`, value: say`Any number of times` }] : []),
    ]
  }
  const each = {
    name: say`Coins each call may send`,
    value: coinText(value, around),
    isWarning: true,
  }
  if (callLimit === undefined) {
    return [
      each,
      { name: say`How often`, value: say`Any number of times, up to all your coins`, isWarning: true },
      ...balanceFact(around.balance ?? 0n, around),
    ]
  }
  const most = value * callLimit
  const all = isUnlimited(most)
    ? coinText(most, around)
    : say`At most ${{ decimal: formatEther(most), symbol: around.coin }} altogether`
  return [
    each,
    { name: say`Coins all calls may send`, value: all, isWarning: true },
    ...balanceFact(most, around),
  ]
}

const coinText = (amount: bigint, { coin }: PermissionSurroundings) =>
  isUnlimited(amount)
    ? say`No limit: everything you have`
    : say`At most ${{ decimal: formatEther(amount), symbol: coin }}`

/** Apps can choose any name, so functions are recognized by their selectors. */
function factOfMethod(selector: Hex): Fact {
  const known = nameFunction(selector)
  return known
    ? {
        name: say`Function`,
        value: say`${known}: can give away all your tokens`,
        isWarning: true,
      }
    : { name: say`Function`, value: say`${selector}, an unknown function`, isWarning: true }
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

function untilFact(until: number, now: number): Fact {
  return { name: say`Until`, value: timeText(until, now), isWarning: until - now > year }
}

const timeText = (seconds: number, now: number): Sentence => {
  const length = durationText(Math.abs(seconds - now))
  return seconds > now ? say`${{ seconds }} UTC, in ${length}` : say`${{ seconds }} UTC, for ${length}`
}

/** Exact: a period that looks longer than it is would make the permission look smaller. */
function everyPeriod(seconds: number, text: Text): Sentence {
  if (seconds === day) return say`At most ${text} every day`
  if (seconds === hour) return say`At most ${text} every hour`
  if (seconds === minute) return say`At most ${text} every minute`
  if (seconds === 1) return say`At most ${text} every second`
  return say`At most ${text} every ${partsText(seconds)}`
}

function partsText(seconds: number): Sentence {
  let rest = seconds
  const take = (length: number) => {
    const count = Math.floor(rest / length)
    rest %= length
    return count
  }
  const [days, hours, minutes, left] = [take(day), take(hour), take(minute), rest]
  const parts = [
    days === 0 ? undefined : days === 1 ? say`${days} day` : say`${days} days`,
    hours === 0 ? undefined : hours === 1 ? say`${hours} hour` : say`${hours} hours`,
    minutes === 0 ? undefined : minutes === 1 ? say`${minutes} minute` : say`${minutes} minutes`,
    left === 0 ? undefined : left === 1 ? say`${left} second` : say`${left} seconds`,
  ].filter((part) => part !== undefined)
  return parts.reduce((before, part) => say`${before} ${part}`)
}

/** In the largest unit of which there are at least two, rounded up. */
function durationText(seconds: number): Sentence {
  if (seconds >= 2 * year) return roundedText(seconds, year, (count) => say`${count} years`)
  if (seconds >= 2 * day) return roundedText(seconds, day, (count) => say`${count} days`)
  if (seconds >= 2 * hour) return roundedText(seconds, hour, (count) => say`${count} hours`)
  if (seconds >= 2 * minute) return roundedText(seconds, minute, (count) => say`${count} minutes`)
  return say`${seconds} seconds`
}

function roundedText(seconds: number, length: number, write: (count: number) => Sentence): Sentence {
  const text = write(Math.ceil(seconds / length))
  return seconds % length === 0 ? text : say`about ${text}`
}
