import { randomUUID } from 'node:crypto'
import { accountOf, createRandom, networkId } from './walletDataSeed.js'

/** One request of a page. */
export interface DayAsk {
  /** Milliseconds since the window began. */
  readonly at: number
  readonly kind: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

/**
 * What people do on a day. Assumptions, none of them measured on people; what a page asks for each of it is counted from
 * the plugins (see `requestsOf`).
 */
export const day = {
  /** Accounts that come on that day. */
  accounts: 1_000_000,
  /** Pages that one of them opens. */
  sessionsEach: 1.5,
  /** Seconds that the list of tokens is looked at. */
  lookSeconds: 45,
  /** Parts of the sessions that also do this. */
  readsHistory: 0.4,
  historySeconds: 20,
  turnsPage: 0.1,
  looksAtCollectibles: 0.15,
  sendsOrSwaps: 0.25,
  choosesWallet: 0.2,
  hasAnalytics: 0.5,
} as const

/** Arrivals by hour, the first from midnight: one time zone, the worst case. Their mean is what counts as 1. */
const hours = [
  0.45, 0.35, 0.3, 0.28, 0.3, 0.4, 0.6, 0.85, 1.05, 1.15, 1.2, 1.25, 1.3, 1.3, 1.25, 1.25, 1.3, 1.4, 1.55,
  1.7, 1.75, 1.55, 1.15, 0.75,
]
const meanOfHours = hours.reduce((sum, one) => sum + one, 0) / hours.length

export const sessionsPerSecond = (hour: number): number =>
  ((day.accounts * day.sessionsEach) / 86_400) * ((hours[hour] ?? 0) / meanOfHours)

export const busiestHour = hours.indexOf(Math.max(...hours))

const query = 'projectId=day&st=latchkey&sv=bench'
const seconds = 1_000
const event = () => ({
  eventId: randomUUID(),
  url: 'https://app.example/',
  domain: 'app.example',
  timestamp: 1_764_000_000_000,
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: true } },
})

/**
 * What one page asks, counted from the plugins: `supported-chains` once a page; a name once (kept 5 minutes); balances
 * when they are looked at and every 30 s while they are; the newest page of the history every 15 s; collectibles once;
 * a price when something is sent or swapped; the hosted wallets when one is chosen; events in batches of 5 s.
 */
function requestsOf(account: string, begin: number, chance: () => number): DayAsk[] {
  const found: DayAsk[] = []
  const get = (kind: string, after: number, path: string) =>
    found.push({
      kind,
      at: begin + after,
      method: 'GET',
      path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
    })
  const spent = (mean: number) => -Math.log(1 - chance()) * mean * seconds
  const choose = chance() < day.choosesWallet ? 4 * seconds : 0
  if (choose > 0) get('wallets', 0, '/getWallets?page=1&entries=40')
  get('supported-chains', choose, '/v1/supported-chains')
  get('identity', choose + 20, `/v1/identity/${account}`)
  const look = spent(day.lookSeconds)
  for (let at = 40; at <= look + 40; at += 30 * seconds) {
    get('balance', choose + at, `/v1/account/${account}/balance?currency=usd&chainId=${networkId}`)
  }
  if (chance() < day.readsHistory) {
    const path = `/v1/account/${account}/history?currency=usd&chainId=${networkId}`
    const read = spent(day.historySeconds)
    for (let at = 0; at <= read; at += 15 * seconds) get('history', choose + 2 * seconds + at, path)
  }
  if (chance() < day.looksAtCollectibles) {
    get('collectibles', choose + 5 * seconds, `/v1/account/${account}/collectibles?chainId=${networkId}`)
  }
  if (chance() < day.sendsOrSwaps) {
    const body = JSON.stringify({ projectId: 'day', currency: 'usd', addresses: [networkId] })
    found.push({
      kind: 'price',
      at: begin + choose + 8 * seconds,
      method: 'POST',
      path: '/v1/fungible/price',
      body,
    })
  }
  if (chance() < day.hasAnalytics) {
    for (const after of [5, 30]) {
      const body = JSON.stringify([event(), event()])
      const at = begin + choose + after * seconds
      found.push({ kind: 'analytics', at, method: 'POST', path: `/batch?${query}`, body })
    }
  }
  return found
}

export interface Window {
  readonly hour: number
  readonly seconds: number
  /** Accounts of the database, of which each comes once, from this one on. */
  readonly firstAccount: number
}

/** Sessions that began before are still there: so long the longest of them are looked for. */
const before = 240

/** The requests of a part of an hour in their order, and how many accounts came. */
export function requestsOfWindow({ hour, seconds: length, firstAccount }: Window) {
  const random = createRandom(1_000 + hour)
  const chance = () => random(1_000_000) / 1_000_000
  const rate = sessionsPerSecond(hour)
  const found: DayAsk[] = []
  let account = firstAccount
  for (let begin = -before * seconds; begin < length * seconds; ) {
    begin += (-Math.log(1 - chance()) / rate) * seconds
    const asks = requestsOf(accountOf(account), begin, chance)
    const inside = asks.filter(({ at }) => at >= 0 && at < length * seconds)
    found.push(...inside)
    // An account comes once: who asked in another part would find kept answers.
    if (inside.length > 0) account += 1
  }
  return { asks: found.sort((one, other) => one.at - other.at), nextAccount: account }
}

/** Of a whole day, by what a page asks: the same generator over so many sessions. */
export function requestsPerSession(sessions = 50_000): ReadonlyMap<string, number> {
  const random = createRandom(7)
  const counts = new Map<string, number>()
  for (let index = 0; index < sessions; index += 1) {
    for (const { kind } of requestsOf(accountOf(1), 0, () => random(1_000_000) / 1_000_000)) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1 / sessions)
    }
  }
  return counts
}
