import { Balance } from '@latchkey/kernel/plugin'
import type { ShownHolding } from '../BalancesService.js'
import { isOfActiveAccount, type Target, targetOf } from './target.js'
import { retryBlock, type Tools } from './tools.js'

/** The token that the host chose for account buttons, of each active account, read from the chain itself. */
export function createButtonTokens(tools: Tools, changed: () => void) {
  const { state, options, wallets, clock, log, signal } = tools
  const runs = new Map<string, AbortController>()
  /** When to read the first time, after a failure, or once more. */
  const due = new Map<string, number>()

  const tokenOf = ({ networkId }: Target) => options.buttonTokens[networkId]
  const readerOf = ({ networkId }: Target) => wallets.chain(networkId, Balance)

  function targets(): readonly Target[] {
    return wallets
      .list()
      .map(targetOf)
      .filter((target) => target.network && tokenOf(target) && readerOf(target)?.tokens)
  }

  function forgetLeft(): void {
    for (const key of Object.keys(state.amounts)) {
      if (isOfActiveAccount(tools, key)) continue
      runs.get(key)?.abort()
      runs.delete(key)
      due.delete(key)
      delete state.amounts[key]
    }
  }

  async function read(target: Target): Promise<void> {
    const { key, networkId, address } = target
    const token = tokenOf(target)
    const reader = readerOf(target)
    if (!token || !reader?.tokens) return
    const run = new AbortController()
    runs.set(key, run)
    due.set(key, Number.POSITIVE_INFINITY)
    state.amounts[key] ??= null
    try {
      const request = { networkId, address, tokens: [token], signal: AbortSignal.any([run.signal, signal]) }
      const [found] = await reader.tokens(request)
      if (run.signal.aborted) return
      const { decimals, symbol } = token
      // A chain that lists what an account holds leaves out what it does not hold.
      state.amounts[key] = { value: found?.value ?? 0n, decimals, symbol }
    } catch (error) {
      if (run.signal.aborted || signal.aborted) return
      log.warn('The token for the account button could not be read. It is tried again in 30 s.', error)
      due.set(key, clock.now() + retryBlock)
    } finally {
      if (runs.get(key) === run) runs.delete(key)
      changed()
    }
  }

  return {
    /** Reads what is due, and answers when the next is, or `Infinity`. */
    update(now: number): number {
      forgetLeft()
      let next = Number.POSITIVE_INFINITY
      for (const target of targets()) {
        if (runs.has(target.key)) continue
        const at = due.get(target.key) ?? now
        if (at <= now) void read(target)
        else next = Math.min(next, at)
      }
      return next
    },
    /** The chain has decided something for the account. */
    expire: (key: string) => void due.set(key, clock.now()),
    /** A list that was just read tells the same without another request. */
    take(target: Target, holdings: readonly ShownHolding[]): void {
      const token = tokenOf(target)
      const namespace = wallets.namespace(target.namespace)
      if (!token || !namespace || state.amounts[target.key] === undefined) return
      const found = holdings.find(
        ({ address }) => address !== undefined && namespace.isSameAddress(address, token.address),
      )
      if (!found) return
      state.amounts[target.key] = {
        value: found.amount.value,
        decimals: token.decimals,
        symbol: token.symbol,
      }
    },
  }
}
