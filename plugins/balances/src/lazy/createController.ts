import {
  errorWords,
  type BaseError,
  balanceUnavailable,
  isKernelError,
  type NamespaceId,
  type TimerHandle,
} from '@latchkey/kernel/plugin'
import type { HoldingsAnswer, TransactionDecided } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import type { AccountBalances } from '../BalancesService.js'
import { createButtonTokens } from './createButtonTokens.js'
import { createPrices } from './createPrices.js'
import { readHoldings } from './readHoldings.js'
import { isOfActiveAccount, type Target, targetOf } from './target.js'
import { pollTime, retryBlock, type Tools } from './tools.js'

export interface Controller {
  /** Something changed: who is connected, where, who looks, or whether the page is visible. */
  update(): void
  refresh(namespace: NamespaceId): Promise<void>
  settled(decided: TransactionDecided): void
  dispose(): void
}

interface Run {
  readonly abort: AbortController
  readonly done: Promise<void>
}

const isPageVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'

/** Reads balances when they are wanted and due, one request for each account and network at a time. */
export function createController(tools: Tools): Controller {
  const { wallets, state, options, holdings, native, notifications, clock, signal } = tools
  const targetFor = (namespace: NamespaceId | undefined) => {
    const wallet = wallets.active(namespace)
    return wallet && targetOf(wallet)
  }
  const runs = new Map<string, Run>()
  /** When the answer of a key is old. */
  const due = new Map<string, number>()
  /** Keys whose kept answers are known to be old, so that a source must not give its own. */
  const stale = new Set<string>()
  /** The answer each entry was made of, to tell whether prices that come later still belong to it. */
  const latest = new Map<string, HoldingsAnswer>()
  const prices = createPrices(tools)
  const buttons = createButtonTokens(tools, () => update())
  let timer: TimerHandle | undefined

  function stopTimer(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  function update(): void {
    stopTimer()
    if (signal.aborted) return
    forgetLeft()
    // Whoever comes back to the page is told by the page.
    if (!isPageVisible()) return
    const now = clock.now()
    let next = buttons.update(now)
    for (const namespace of new Set(tools.watched())) {
      const target = targetFor(namespace)
      if (!target || runs.has(target.key)) continue
      if (!target.network) {
        showUnsupported(target)
        continue
      }
      const at = dueTime(target.key)
      if (at <= now) void read(target)
      else next = Math.min(next, at)
    }
    if (next !== Number.POSITIVE_INFINITY) timer = clock.setTimeout(update, next - now)
  }

  function dueTime(key: string): number {
    const blockedUntil = state.entries[key]?.retryAt ?? 0
    return Math.max(blockedUntil, stale.has(key) ? 0 : (due.get(key) ?? 0))
  }

  /** What was read for an account that is no longer the active one is nobody's business any more. */
  function forgetLeft(): void {
    for (const key of Object.keys(state.entries)) {
      if (isOfActiveAccount(tools, key)) continue
      runs.get(key)?.abort.abort()
      runs.delete(key)
      due.delete(key)
      stale.delete(key)
      latest.delete(key)
      delete state.entries[key]
    }
  }

  function read(target: Target): Promise<void> {
    const { key } = target
    const running = runs.get(key)
    if (running) return running.done
    const abort = new AbortController()
    const done = ask(target, AbortSignal.any([abort.signal, signal])).finally(() => {
      if (runs.get(key)?.abort === abort) runs.delete(key)
      update()
    })
    runs.set(key, { abort, done })
    return done
  }

  async function ask(target: Target, aborted: AbortSignal): Promise<void> {
    const { key, networkId, address } = target
    const fresh = stale.delete(key)
    put(target, { refreshing: true })
    try {
      const request = { networkId, address, currency: options.currency, fresh, signal: aborted }
      const answer = await holdings.read(request)
      if (aborted.aborted) return
      due.set(key, clock.now() + pollTime)
      show(target, answer)
      void prices.fill(target, answer.holdings, aborted).then((isNew) => {
        if (isNew && !aborted.aborted && latest.get(key) === answer) show(target, answer, true)
      })
    } catch (cause) {
      if (aborted.aborted) return
      if (fresh) stale.add(key)
      fail(target, cause)
    }
  }

  function show(target: Target, answer: HoldingsAnswer, isRepriced = false): void {
    const { network, key } = target
    if (!network) return
    // A source that keeps its answer for a while gives the same object: what was made of it still holds.
    if (latest.get(key) === answer && !isRepriced && state.entries[key]?.status === 'success') {
      put(target, { refreshing: false })
      return
    }
    const shown = readHoldings(answer.holdings, {
      network,
      weighs: prices.weighs,
      priceOf: (one) => prices.of(target, one),
      isSettled: (one) => prices.isSettled(target, one),
    })
    latest.set(key, answer)
    put(target, {
      status: 'success',
      refreshing: false,
      holdings: ref(shown.holdings),
      total: shown.total,
      unpriced: shown.unpriced,
      source: answer.source,
      problems: ref(answer.problems),
      error: undefined,
      retryAt: undefined,
    })
    buttons.take(target, shown.holdings)
    tellNative(target, shown.holdings.find((holding) => holding.address === undefined)?.amount.value)
  }

  /** Buttons show the native coin from elsewhere: it must not disagree with the list for half a minute. */
  function tellNative({ networkId, address }: Target, value: bigint | undefined): void {
    const known = native.get(networkId, address)
    if (value === undefined || known?.status !== 'success' || known.amount.value === value) return
    void native.refresh(networkId, address, { force: true })
  }

  function fail(target: Target, cause: unknown): void {
    const before = state.entries[target.key]
    const error: BaseError = isKernelError(cause, 'BALANCE_UNAVAILABLE') ? cause : balanceUnavailable(cause)
    put(target, { status: 'error', refreshing: false, error, retryAt: clock.now() + retryBlock })
    // Said once; the view goes on saying it.
    if (before?.status !== 'error') notifications.showSnackbar(errorWords(error), { variant: 'error' })
  }

  function showUnsupported(target: Target): void {
    if (state.entries[target.key]?.status === 'unsupported') return
    put(target, { status: 'unsupported', total: '0' })
  }

  function put({ key, networkId, address, network }: Target, change: Partial<AccountBalances>): void {
    const before = state.entries[key]
    state.entries[key] = {
      networkId,
      address,
      isTestnet: network?.testnet === true,
      status: before?.status ?? 'loading',
      refreshing: before?.refreshing ?? false,
      holdings: before?.holdings ?? ref([]),
      total: before?.total,
      unpriced: before?.unpriced ?? 0,
      source: before?.source,
      problems: before?.problems ?? ref([]),
      error: before?.error,
      retryAt: before?.retryAt,
      ...change,
    }
  }

  if (typeof document !== 'undefined') {
    document.addEventListener('visibilitychange', update)
  }

  return {
    update,
    async refresh(namespace) {
      const target = targetFor(namespace)
      if (!target?.network || signal.aborted) return
      stale.add(target.key)
      if (dueTime(target.key) > clock.now()) return
      await read(target)
    },
    settled({ address, record: { networkId } }) {
      const namespace = wallets.namespace(networkId)
      const own = namespace && wallets.active(namespace.id)?.account.address
      if (own === undefined || !namespace?.isSameAddress(own, address)) return
      const key = `${networkId}:${own}`
      stale.add(key)
      buttons.expire(key)
      if (native.get(networkId, own)) void native.refresh(networkId, own, { force: true })
      update()
    },
    dispose() {
      stopTimer()
      if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', update)
    },
  }
}
