import type { NamespaceId, TimerHandle } from '@latchkey/kernel/plugin'
import type { TransactionDecided } from '@latchkey/kernel/transaction'
import { createBalanceEntries } from './createBalanceEntries.js'
import { createButtonTokens } from './createButtonTokens.js'
import { createReadings } from './createReadings.js'
import { type Target, targetOf } from './target.js'
import type { Tools } from './tools.js'

export interface BalancesController {
  /** Something changed: the connected accounts, their networks, what is on screen, or whether the page is visible. */
  update(): void
  refresh(namespace: NamespaceId): Promise<void>
  settled(decided: TransactionDecided): void
  dispose(): void
}

const isPageVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'

/** Reads balances when they are wanted and due, one request for each account and network at a time. */
export function createBalancesController(tools: Tools): BalancesController {
  const { wallets, native, clock, signal } = tools
  const buttons = createButtonTokens(tools, () => update())
  const entries = createBalanceEntries(tools, (target, holdings) => {
    buttons.take(target, holdings)
    refreshNative(tools, target, holdings.find(({ address }) => address === undefined)?.amount.value)
  })
  const readings = createReadings(tools, entries, () => update())
  let timer: TimerHandle | undefined

  const targetFor = (namespace: NamespaceId | undefined) => {
    const wallet = wallets.active(namespace)
    return wallet && targetOf(wallet)
  }

  function stopTimer(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  function update(): void {
    stopTimer()
    if (signal.aborted) return
    readings.forgetLeft()
    // The page itself calls when it becomes visible again.
    if (!isPageVisible()) return
    const now = clock.now()
    const watched = [...new Set(tools.watched())].flatMap((namespace) => targetFor(namespace) ?? [])
    const next = watched.reduce(
      (soonest, target) => Math.min(soonest, readings.readIfDue(target, now)),
      buttons.update(now),
    )
    if (next !== Number.POSITIVE_INFINITY) timer = clock.setTimeout(update, next - now)
  }

  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', update)

  return {
    update,
    async refresh(namespace) {
      const target = targetFor(namespace)
      if (target?.network && !signal.aborted) await readings.readFresh(target)
    },
    settled({ address, record: { networkId } }) {
      const namespace = wallets.namespace(networkId)
      const own = namespace && wallets.active(namespace.id)?.account.address
      if (own === undefined || !namespace?.isSameAddress(own, address)) return
      const key = `${networkId}:${own}`
      readings.expire(key)
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

/** Buttons show the native coin from elsewhere: it must not disagree with the list for half a minute. */
function refreshNative({ native }: Tools, { networkId, address }: Target, value: bigint | undefined): void {
  const known = native.get(networkId, address)
  if (value === undefined || known?.status !== 'success' || known.amount.value === value) return
  void native.refresh(networkId, address, { force: true })
}
