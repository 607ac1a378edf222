import { subscribe } from 'valtio/vanilla'
import type { Clock } from '../platform/clock.js'
import { createTimer } from '../platform/createTimer.js'
import type { WalletTarget } from './activeWallet.js'
import type { NativeBalancesService } from './balances.js'
import type { NavigationService } from './navigation.js'

/** Milliseconds after which a form that is still open asks again: nothing tells of tokens that arrive. */
const askAgain = 30_000

export interface HeldForm {
  /** Whose account the form is filled in for. */
  readonly state: { readonly target?: WalletTarget | undefined }
  /** Names of the views that show what is held. */
  readonly views: readonly string[]
  /** Called when the account may hold another amount than the form says. */
  changed(): void
}

/**
 * Keeps a form that is on screen with what its account holds: it's told when the page has read another balance of the coin, wherever it
 * shows one, and every 30 seconds while the page can be seen.
 *
 * @returns Ends it.
 */
export function followHeld(
  deps: {
    readonly nativeBalances: NativeBalancesService
    readonly navigation: NavigationService
    readonly clock: Clock
  },
  { state, views, changed }: HeldForm,
): () => void {
  const { nativeBalances, navigation } = deps
  const timer = createTimer(deps.clock)
  const isShown = () => {
    const { open, entries } = navigation.state
    return open && views.includes(entries.at(-1)?.name ?? '')
  }
  const isVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'
  let seen: string | undefined
  let isTiming = false

  function followCoin(): void {
    const { target } = state
    const amount = target && nativeBalances.get(target.networkId, target.address)?.amount
    if (!target || !amount) return
    const now = `${target.networkId} ${target.address} ${amount.value}`
    const place = now.slice(0, now.lastIndexOf(' '))
    const isOther = seen !== undefined && seen !== now && seen.startsWith(`${place} `)
    seen = now
    if (isOther && isShown()) changed()
  }

  function wait(): void {
    isTiming = true
    timer.start(() => {
      isTiming = false
      if (!isShown()) return
      if (isVisible()) changed()
      wait()
    }, askAgain)
  }

  function followViews(): void {
    if (isShown() && !isTiming) wait()
    if (isShown() || !isTiming) return
    isTiming = false
    timer.stop()
  }

  followCoin()
  followViews()
  const stops = [subscribe(nativeBalances.state, followCoin), subscribe(navigation.state, followViews)]
  return () => {
    timer.stop()
    for (const stop of stops) stop()
  }
}
