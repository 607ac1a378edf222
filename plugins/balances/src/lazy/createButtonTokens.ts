import { type Amount, Balance } from '@latchkey/kernel/contracts'
import type { ShownHolding } from '../BalancesService.js'
import { isOfActiveAccount, type Target, targetOf } from './target.js'
import { retryBlock, type Tools } from './tools.js'

/** The token that the host chose for account buttons, of each active account, read from the chain itself. */
export function createButtonTokens(tools: Tools, changed: () => void) {
  const { state, clock, log, signal } = tools
  const runs = new Map<string, AbortController>()
  /** When to read the first time, after a failure, or once more. */
  const due = new Map<string, number>()

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
    const { key } = target
    const run = new AbortController()
    runs.set(key, run)
    due.set(key, Number.POSITIVE_INFINITY)
    state.amounts[key] ??= null
    try {
      const amount = await readToken(tools, target, run.signal)
      if (amount && !run.signal.aborted) state.amounts[key] = amount
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
    /** Reads what is due. @returns When the next one is due, in milliseconds since the epoch, or `Infinity`. */
    update(now: number): number {
      forgetLeft()
      let next = Number.POSITIVE_INFINITY
      for (const target of readableTargets(tools)) {
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
      if (state.amounts[target.key] === undefined) return
      const amount = findAmount(tools, target, holdings)
      if (amount) state.amounts[target.key] = amount
    },
  }
}

async function readToken(
  { options, wallets, signal }: Tools,
  { networkId, address }: Target,
  ended: AbortSignal,
): Promise<Amount | undefined> {
  const token = options.buttonTokens[networkId]
  const request = { networkId, address, signal: AbortSignal.any([ended, signal]) }
  const found = token && (await wallets.chain(networkId, Balance)?.tokens?.({ ...request, tokens: [token] }))
  // A chain that lists what an account holds leaves out what it does not hold.
  return found && { value: found[0]?.value ?? 0n, decimals: token.decimals, symbol: token.symbol }
}

function findAmount(
  { options, wallets }: Tools,
  { namespace: id, networkId }: Target,
  holdings: readonly ShownHolding[],
): Amount | undefined {
  const token = options.buttonTokens[networkId]
  const namespace = wallets.namespace(id)
  if (!token || !namespace) return undefined
  const found = holdings.find(
    ({ address }) => address !== undefined && namespace.isSameAddress(address, token.address),
  )
  return found && { value: found.amount.value, decimals: token.decimals, symbol: token.symbol }
}

function readableTargets({ options, wallets }: Tools): readonly Target[] {
  return wallets
    .list()
    .map(targetOf)
    .filter(
      ({ network, networkId }) =>
        network && options.buttonTokens[networkId] && wallets.chain(networkId, Balance)?.tokens,
    )
}
