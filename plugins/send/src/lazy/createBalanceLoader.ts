import { balanceUnavailable, errorWords, isSameTarget } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import type { SendTarget } from '../Sender.js'
import { priceOf, readHoldings } from './readHoldings.js'
import type { SenderTools } from './SenderTools.js'

/** Milliseconds that a failure blocks the next try. */
const retryBlock = 30_000

export interface BalanceLoader {
  load(options?: { fresh?: boolean }): Promise<void>
  /** Forgets what was read, for another target. */
  clear(): void
}

/** Reads what can be sent, once for everyone who asks at the same time. */
export function createBalanceLoader(tools: SenderTools, loaded: () => void): BalanceLoader {
  const { state, clock, notifications, log } = tools
  let running: { readonly target: SendTarget; readonly done: Promise<void> } | undefined

  async function read(target: SendTarget, fresh: boolean): Promise<void> {
    state.balances = { status: 'loading', holdings: state.balances.holdings }
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
      const error = balanceUnavailable(cause)
      log.warn('What can be sent could not be read.', cause)
      const { holdings } = state.balances
      state.balances = { status: 'error', holdings, error, lastRetry: clock.now() }
      notifications.showSnackbar(errorWords(error), { variant: 'error' })
    }
  }

  return {
    load({ fresh = false } = {}) {
      const { target } = state
      if (!target?.canSend) return Promise.resolve()
      if (running && isSameTarget(running.target, target)) return running.done
      const blocked = clock.now() < (state.balances.lastRetry ?? Number.NEGATIVE_INFINITY) + retryBlock
      if (blocked) return Promise.resolve()
      const plain = { ...target }
      const done = read(plain, fresh).finally(() => {
        if (running?.done === done) running = undefined
      })
      running = { target: plain, done }
      return done
    },
    clear() {
      state.balances = { status: 'idle', holdings: [] }
      state.nativePrice = undefined
    },
  }
}
