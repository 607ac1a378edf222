import type { Allowance, Terms } from '@latchkey/plugin-smart-sessions/delegations'
import { formatEther, formatUnits, type Hex, maxUint128 } from 'viem'
import { nameFunction, type TokenWords } from '../../previewEvm.js'
import type { Fact } from '../../screen.js'

/** What the node says of the token and the account, and can say falsely: the exact numbers stand beside it. */
export interface PermissionSurroundings {
  /** Symbol of the network's coin. */
  readonly coin: string
  readonly token?: TokenWords | undefined
  /** What the account holds of the coin or token. */
  readonly balance?: bigint | undefined
  /** Seconds since 1970, by the clock that is behind: no time is told as over that a contract still counts. */
  readonly now: number
}

/** Without a limit that matters: more than all there is of any token. */
const isUnlimited = (amount: bigint) => amount >= maxUint128

/** A permission as lines that a person reads before they give it, from nothing but what will be signed. */
export function describePermission(terms: Terms, around: PermissionSurroundings): readonly Fact[] {
  const { holder, callLimit, from, until } = terms
  return [
    ...factsOfAllowance(terms, around),
    ...(callLimit === undefined ? [] : [{ name: 'How often', value: `At most ${callLimit} times` }]),
    ...(from > around.now ? [{ name: 'From', value: timeText(from, around.now) }] : []),
    untilFact(until, around.now),
    { name: 'Who can use it', value: holder },
    { name: 'Whose address that is', value: 'Not known here. Go on only if you trust the app.' },
  ]
}

function factsOfAllowance(terms: Terms, around: PermissionSurroundings): readonly Fact[] {
  const { allowance } = terms
  if (allowance.kind === 'calls') return factsOfCalls(terms, allowance, around)
  const { amount } = allowance
  const text = amountText(allowance, amount, around)
  const isToken = allowance.kind === 'token' || allowance.kind === 'tokenPeriodic'
  return [
    { name: 'Lets someone send', value: isToken ? 'tokens from your account' : 'coins from your account' },
    ...limitFacts(terms, allowance, text, around),
    ...(isToken ? tokenFacts(allowance.token, around) : []),
    { name: 'To whom', value: 'Any address they choose' },
  ]
}

type Spending = Exclude<Allowance, { readonly kind: 'calls' }>

function limitFacts(
  terms: Terms,
  allowance: Spending,
  text: string,
  around: PermissionSurroundings,
): readonly Fact[] {
  if (isUnlimited(allowance.amount)) {
    return [
      {
        name: 'How much',
        value: 'Without any limit: everything you have, and everything you get',
        isWarning: true,
      },
    ]
  }
  if (!('period' in allowance)) {
    return [
      { name: 'How much', value: `At most ${text} altogether` },
      ...balanceFact(allowance.amount, around),
    ]
  }
  const most = allowance.amount * periodsOf(terms, allowance, around.now)
  return [
    { name: 'How much', value: `At most ${text} every ${periodText(allowance.period)}` },
    { name: 'Until it ends', value: `Up to ${amountText(allowance, most, around)} altogether` },
    ...balanceFact(most, around),
  ]
}

/** How many periods can still be used: what begins or ends in the middle of one has all of it. */
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
  return [{ name: 'Compared with your balance', value: 'All you have now could be sent', isWarning: true }]
}

function tokenFacts(address: Hex, { token }: PermissionSurroundings): readonly Fact[] {
  return [
    { name: 'Token', value: address },
    ...(token
      ? []
      : [{ name: 'Name of the token', value: 'Not known. Look at its address.', isWarning: true }]),
  ]
}

function amountText(allowance: Spending, units: bigint, { coin, token }: PermissionSurroundings): string {
  const isToken = allowance.kind === 'token' || allowance.kind === 'tokenPeriodic'
  if (!isToken) return `${formatEther(units)} ${coin}`
  if (!token) return `${units} of the smallest unit`
  return `${formatUnits(units, token.decimals)} ${token.symbol} (${units} of the smallest unit)`
}

type Calls = Extract<Allowance, { readonly kind: 'calls' }>

function factsOfCalls(
  { callLimit }: Terms,
  { target, methods, value }: Calls,
  around: PermissionSurroundings,
): readonly Fact[] {
  return [
    { name: 'Lets someone call', value: `the contract ${target} as your account` },
    ...methods.map(factOfMethod),
    ...coinFacts(value, callLimit, around),
    {
      name: 'How much a call may do',
      value: 'Not known here, and not limited. Go on only if you trust the app.',
      isWarning: true,
    },
  ]
}

/** Without a limit of calls, what each may send along is no limit of what all of them send. */
function coinFacts(
  value: bigint,
  callLimit: bigint | undefined,
  around: PermissionSurroundings,
): readonly Fact[] {
  const often = 'As often as they like'
  if (value === 0n) {
    return [
      { name: 'Coins that each call may send along', value: 'None' },
      ...(callLimit === undefined ? [{ name: 'How often', value: often }] : []),
    ]
  }
  const each = {
    name: 'Coins that each call may send along',
    value: coinText(value, around),
    isWarning: true,
  }
  if (callLimit === undefined) {
    return [
      each,
      { name: 'How often', value: `${often}, up to all your coins`, isWarning: true },
      ...balanceFact(around.balance ?? 0n, around),
    ]
  }
  const most = value * callLimit
  const all = isUnlimited(most) ? coinText(most, around) : `${coinText(most, around)} altogether`
  return [
    each,
    { name: 'Coins that all calls may send along', value: all, isWarning: true },
    ...balanceFact(most, around),
  ]
}

const coinText = (amount: bigint, { coin }: PermissionSurroundings) =>
  isUnlimited(amount) ? 'Without any limit: everything you have' : `At most ${formatEther(amount)} ${coin}`

/** Apps choose names as they like; a known function is told by what contracts look at. */
function factOfMethod(selector: Hex): Fact {
  const known = nameFunction(selector)
  return known
    ? { name: 'Function', value: `${known}: can give your tokens away, as many as you have`, isWarning: true }
    : { name: 'Function', value: `${selector}, which isn’t known here`, isWarning: true }
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

function untilFact(until: number, now: number): Fact {
  return { name: 'Until', value: timeText(until, now), isWarning: until - now > year }
}

const dates = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
})

const timeText = (seconds: number, now: number) =>
  `${dates.format(new Date(seconds * 1000))} UTC, ${seconds > now ? 'in' : 'for'} ${durationText(Math.abs(seconds - now))}`

/** Exactly: a period that's told as longer than it is would tell a lower rate. */
function periodText(seconds: number): string {
  const units: readonly (readonly [string, number])[] = [
    ['day', day],
    ['hour', hour],
    ['minute', minute],
    ['second', 1],
  ]
  let rest = seconds
  const parts = units.flatMap(([name, length]) => {
    const count = Math.floor(rest / length)
    rest %= length
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`]
  })
  return parts.length === 1 ? (parts[0] ?? '').replace(/^1 /, '') : parts.join(' ')
}

/** In the largest unit that counts more than one of it, rounded up: never less than it is. */
function durationText(seconds: number): string {
  const units: readonly (readonly [string, number])[] = [
    ['years', year],
    ['days', day],
    ['hours', hour],
    ['minutes', minute],
  ]
  const [name, length] = units.find(([, size]) => seconds >= 2 * size) ?? ['seconds', 1]
  const isExact = seconds % length === 0
  return `${isExact ? '' : 'some '}${Math.ceil(seconds / length)} ${name}`
}
