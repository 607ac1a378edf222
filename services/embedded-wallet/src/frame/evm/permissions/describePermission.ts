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
  /** Seconds since 1970. */
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
  if (allowance.kind === 'calls') return factsOfCalls(allowance, around)
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
    { name: 'How much', value: `At most ${text} every ${durationText(allowance.period)}` },
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

function factsOfCalls(
  { target, methods, value }: Extract<Allowance, { readonly kind: 'calls' }>,
  { coin }: PermissionSurroundings,
): readonly Fact[] {
  return [
    { name: 'Lets someone call', value: `the contract ${target} as your account` },
    ...methods.map(factOfMethod),
    {
      name: 'Coins that each call may send along',
      value: value === 0n ? 'None' : `At most ${formatEther(value)} ${coin}`,
      isWarning: value > 0n,
    },
    {
      name: 'How much a call may do',
      value: 'Not known here, and not limited. Go on only if you trust the app.',
      isWarning: true,
    },
  ]
}

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
