import { decodeFunctionData, type Hex, type Log, parseAbi, parseEventLogs } from 'viem'
import { openOwnCalls } from './smart/openOwnCalls.js'
import type { TriedCall } from './tryCalls.js'

/** What somebody may take from the account afterwards, by whatever call that came about. */
export interface Allowance {
  readonly token: Hex
  readonly spender: Hex
  /** Absent for a whole collection. With what the calls used up of it already, as long as that isn't known. */
  readonly amount?: bigint
}

const token = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event Approval(address indexed owner, address indexed spender, uint256 amount)',
  'event ApprovalForAll(address indexed owner, address indexed spender, bool isAllowed)',
  'function transfer(address to, uint256 amount)',
])

const tokenEventsOf = (logs: readonly Log[]) =>
  parseEventLogs({
    abi: token,
    eventName: ['Transfer', 'Approval', 'ApprovalForAll'],
    logs: [...logs],
  })
type TokenEvent = ReturnType<typeof tokenEventsOf>[number]

/** What the account allowed, as the tokens tell it, with what was used up of it. */
export function readAllowances(logs: readonly Log[], account: Hex): readonly Allowance[] {
  const byToken = new Map<Hex, TokenEvent[]>()
  for (const event of tokenEventsOf(logs)) {
    const all = byToken.get(event.address)
    if (all) all.push(event)
    else byToken.set(event.address, [event])
  }
  return [...byToken.values()].flatMap((events) => allowancesOfToken(events, account.toLowerCase()))
}

interface Given {
  readonly amount: bigint
  readonly used: bigint
}

function allowancesOfToken(events: readonly TokenEvent[], account: string): readonly Allowance[] {
  const given = new Map<Hex, Given>()
  const ofAll = new Map<Hex, boolean>()
  for (const [index, event] of events.entries()) {
    if (event.eventName === 'Transfer' || event.args.owner.toLowerCase() !== account) continue
    const { spender } = event.args
    if (event.eventName === 'ApprovalForAll') {
      ofAll.set(spender, event.args.isAllowed)
      continue
    }
    const { amount } = event.args
    const before = given.get(spender) ?? { amount: 0n, used: 0n }
    const used = before.amount - amount
    const around = [events[index - 1], events[index + 1]]
    // Some tokens tell at each transfer what is left. That's no word of the account: in earnest the spender may take it later.
    const isUse = around.some((other) => other && isTransferOf(other, account, used))
    given.set(spender, { amount, used: isUse ? before.used + used : amount === 0n ? 0n : before.used })
  }
  const address = events[0]?.address as Hex
  return [
    ...[...ofAll].flatMap(([spender, isAllowed]) => (isAllowed ? [{ token: address, spender }] : [])),
    ...[...given]
      .map(([spender, { amount, used }]) => ({ token: address, spender, amount: amount + used }))
      .filter(({ amount }) => amount > 0n),
  ]
}

const isTransferOf = (event: TokenEvent, from: string, amount: bigint): boolean =>
  event.eventName === 'Transfer' && event.args.from.toLowerCase() === from && event.args.amount === amount

/**
 * So many of them as somebody reads. Those of contracts that the account calls come first, and of each contract one before the
 * second of another: a contract can tell of as many as it likes.
 */
export function pickAllowances(
  all: readonly Allowance[],
  called: ReadonlySet<string>,
  most: number,
): readonly Allowance[] {
  if (all.length <= most) return all
  const ranks = new Map<Hex, number>()
  return all
    .map((one) => {
      const rank = ranks.get(one.token) ?? 0
      ranks.set(one.token, rank + 1)
      return { one, place: rank + (called.has(one.token.toLowerCase()) ? 0 : all.length) }
    })
    .sort((first, second) => first.place - second.place)
    .slice(0, most)
    .map(({ one }) => one)
}

/**
 * What the spenders may still take. A spender may see that it's a trial, use up its allowance and give everything back: what was
 * used up without leaving the account counts as not used.
 *
 * @param left What the tokens say afterwards, in the order of `given`. Nothing where a token says nothing.
 * @param goneOf How much left the account because of others.
 */
export function keepUnused(
  given: readonly Allowance[],
  left: readonly (bigint | undefined)[],
  goneOf: (token: string) => bigint,
): readonly Allowance[] {
  const used = given.map(({ amount = 0n }, index) => atLeastNothing(amount - (left[index] ?? amount)))
  return given.flatMap((one, index): readonly Allowance[] => {
    const now = left[index]
    if (one.amount === undefined || now === undefined) return [one]
    const ofOthers = used.filter((_, place) => place !== index && given[place]?.token === one.token)
    const own = atLeastNothing(goneOf(one.token) - ofOthers.reduce((sum, amount) => sum + amount, 0n))
    const unused = one.amount - own
    if (unused > now) return [{ ...one, amount: unused }]
    return now > 0n ? [{ ...one, amount: now }] : []
  })
}

const atLeastNothing = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** What the account itself sends of a token by these calls. */
export function sentByAccount(account: Hex, calls: readonly TriedCall[], address: string): bigint {
  const own = openOwnCalls(account, calls).filter(({ to }) => to.toLowerCase() === address.toLowerCase())
  return own.reduce((sum, { data }) => sum + amountSent(data), 0n)
}

function amountSent(data: Hex | undefined): bigint {
  try {
    return data ? decodeFunctionData({ abi: token, data }).args[1] : 0n
  } catch {
    return 0n
  }
}
