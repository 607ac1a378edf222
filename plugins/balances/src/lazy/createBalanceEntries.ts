import { balanceUnavailable } from '@latchkey/kernel/wallet'
import { type BaseError, errorWords, isKernelError } from '@latchkey/kernel/plugin'
import type { HoldingsAnswer } from '@latchkey/kernel/contracts'
import { ref } from 'valtio/vanilla'
import type { AccountBalances, ShownHolding } from '../BalancesService.js'
import { createPrices } from './createPrices.js'
import { isUnreadable, readHoldings } from './readHoldings.js'
import type { Target } from './target.js'
import { type EntryTools, retryBlock } from './tools.js'

/** How long the total waits for prices before it stands without them, milliseconds. */
const longestPricing = 2_000

/** What is shown of each account and network. */
export interface BalanceEntries {
  /** Shows an answer, and once more when prices that it lacks were read. */
  showAnswer(target: Target, answer: HoldingsAnswer, signal: AbortSignal): void
  showReading(target: Target): void
  showFailure(target: Target, cause: unknown): void
  showUnsupported(target: Target): void
  forget(key: string): void
}

/** @param onShown Told of the holdings that an entry shows now. */
export function createBalanceEntries(
  tools: EntryTools,
  onShown: (target: Target, holdings: readonly ShownHolding[]) => void,
): BalanceEntries {
  const { state, notifications, clock } = tools
  /** The answer each entry was made of, to tell whether prices that come later still belong to it. */
  const latest = new Map<string, HoldingsAnswer>()
  const prices = createPrices(tools)

  function show(target: Target, answer: HoldingsAnswer, readAt: number, isPricing = false): void {
    const { network, key } = target
    if (!network) return
    const read = readHoldings(answer.holdings, { network, ...prices.of(target) })
    if (isUnreadable(answer.holdings, read)) return showFailure(target, unreadable())
    latest.set(key, answer)
    putEntry(state, target, {
      status: 'success',
      refreshing: false,
      ...read,
      isPricing,
      readAt,
      holdings: ref(read.holdings),
      source: answer.source,
      problems: ref(answer.problems),
      error: undefined,
      retryAt: undefined,
    })
    onShown(target, read.holdings)
  }

  function showFailure(target: Target, cause: unknown): void {
    const before = state.entries[target.key]
    const [error, retryAt] = [failureOf(cause), clock.now() + retryBlock]
    putEntry(state, target, { status: 'error', refreshing: false, error, retryAt })
    // Logged once; the view keeps showing it.
    if (before?.status !== 'error') notifications.showSnackbar(errorWords(error), { variant: 'error' })
  }

  return {
    showAnswer(target, answer, signal) {
      const [{ key }, readAt] = [target, clock.now()]
      // A source that keeps its answer for a while gives the same object: what was made of it still holds.
      const isSame = latest.get(key) === answer && state.entries[key]?.status === 'success'
      if (isSame && target.network) putEntry(state, target, { refreshing: false, readAt })
      else show(target, answer, readAt, prices.isNew(target, answer.holdings))
      const isCurrent = () => !signal.aborted && latest.get(key) === answer
      const endPricing = () => isCurrent() && putPriced(state, target)
      const filled = prices.fill(target, answer.holdings, signal)
      const again = (isNew: boolean) => isNew && isCurrent() && show(target, answer, readAt)
      void awaitPrices(clock, filled, endPricing).then(again)
    },
    showReading: (target) => putEntry(state, target, { refreshing: true }),
    showFailure,
    showUnsupported: (target) => putUnsupported(state, target),
    forget(key) {
      latest.delete(key)
      delete state.entries[key]
    },
  }
}

/** Ends the wait for the first prices when they are there or nothing is new, and after two seconds in any case. */
async function awaitPrices(clock: EntryTools['clock'], filled: Promise<boolean>, end: () => void) {
  const timer = clock.setTimeout(end, longestPricing)
  const isNew = await filled
  clock.clearTimeout(timer)
  if (!isNew) end()
  return isNew
}

function putPriced(state: EntryTools['state'], target: Target): void {
  if (state.entries[target.key]?.isPricing) putEntry(state, target, { isPricing: false })
}

function putUnsupported(state: EntryTools['state'], target: Target): void {
  if (state.entries[target.key]?.status === 'unsupported') return
  putEntry(state, target, { status: 'unsupported', total: '0' })
}

const failureOf = (cause: unknown): BaseError =>
  isKernelError(cause, 'BALANCE_UNAVAILABLE') ? cause : balanceUnavailable(cause)

const unreadable = () => new Error('No amount of the answer is a bigint of at least 0.')

function putEntry(
  state: EntryTools['state'],
  { key, networkId, address, network }: Target,
  change: Partial<AccountBalances>,
): void {
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
    pricedAt: before?.pricedAt,
    isPricing: before?.isPricing ?? false,
    readAt: before?.readAt,
    source: before?.source,
    problems: before?.problems ?? ref([]),
    error: before?.error,
    retryAt: before?.retryAt,
    ...change,
  }
}
