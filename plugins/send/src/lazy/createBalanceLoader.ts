import { balanceUnavailable } from '@latchkey/kernel/wallet'
import { errorWords } from '@latchkey/kernel/plugin'
import { isSameTarget } from '@latchkey/kernel/transaction'
import { ref } from 'valtio/vanilla'
import type { SendTarget } from '../Sender.js'
import { priceOf, readHoldings } from './readHoldings.js'
import type { SenderTools } from './SenderTools.js'

/** Milliseconds that a failure blocks the next try. */
const retryBlock = 30_000

export interface BalanceLoader {
  load(options?: { fresh?: boolean }): Promise<void>
  /** Reads again what is on screen, and shows nothing of a failure: what was read before stays. */
  renew(): void
  /** Forgets what was read, for another target. */
  clear(): void
}

/** Reads what can be sent, once for everyone who asks at the same time. */
export function createBalanceLoader(tools: SenderTools, loaded: () => void): BalanceLoader {
  const { state, clock, notifications, log } = tools
  let running: { readonly target: SendTarget; readonly done: Promise<void> } | undefined

  async function read(target: SendTarget, fresh: boolean, isQuiet = false): Promise<void> {
    if (!isQuiet) state.balances = { status: 'loading', holdings: state.balances.holdings }
    try {
      const holdings = await readHoldings(tools, target, fresh)
      const coin = holdings.find(({ address }) => address === undefined)
      const price = coin?.price ?? (await priceOf(tools, target))
      if (!isSameTarget(state.target, target)) return
      state.nativePrice = price
      state.balances = { status: 'ready', holdings: ref([...holdings]) }
      loaded()
    } catch (cause) {
      if (!isSameTarget(state.target, target)) return
      if (isQuiet) return log.debug('What can be sent could not be read again.', cause)
      const error = balanceUnavailable(cause)
      log.warn('What can be sent could not be read.', cause)
      const { holdings } = state.balances
      state.balances = { status: 'error', holdings, error, lastRetry: clock.now() }
      notifications.showSnackbar(errorWords(error), { variant: 'error' })
    }
  }

  function start(target: SendTarget, fresh: boolean, isQuiet?: boolean): Promise<void> {
    const done = read(target, fresh, isQuiet).finally(() => {
      if (running?.done === done) running = undefined
    })
    running = { target, done }
    return done
  }

  return {
    load({ fresh = false } = {}) {
      const { target } = state
      if (!target?.canSend) return Promise.resolve()
      if (running && isSameTarget(running.target, target)) return running.done
      const blocked = clock.now() < (state.balances.lastRetry ?? Number.NEGATIVE_INFINITY) + retryBlock
      if (blocked) return Promise.resolve()
      return start({ ...target }, fresh)
    },
    renew() {
      const { target, balances } = state
      if (target && !running && balances.status === 'ready') void start({ ...target }, true, true)
    },
    clear() {
      state.balances = { status: 'idle', holdings: [] }
      state.nativePrice = undefined
    },
  }
}
