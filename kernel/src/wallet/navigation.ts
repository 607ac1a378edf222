import { proxy } from 'valtio/vanilla'
import type { Route } from '../keys/route.js'
import { isRecord } from '../keys/isRecord.js'
import { token } from '../keys/token.js'
import type { Words } from '../contracts/words.js'
import type { Events } from '../engine/events.js'
import { readOnly } from '../engine/readOnly.js'
import { addListener } from '../engine/listeners.js'
import type { LogService } from '../platform/log.js'
import { type WritableNavigation, closed, createHistory } from './createHistory.js'
import { isolateCallback } from './isolateCallback.js'
import type { WalletCodeSource } from './walletCodeSource.js'

/** One place in the modal's history. */
export interface NavigationEntry {
  /** Unique, so that the same view opened twice is two entries. */
  readonly key: string
  readonly name: string
  readonly params: unknown
}

export interface NavigationState {
  readonly open: boolean
  /** Oldest first; the last one is shown. Empty while closed. */
  readonly entries: readonly NavigationEntry[]
  readonly direction: 'forward' | 'back' | 'none'
  /** Grows by one each time closing was refused; the shell answers with a shake of 500 ms. */
  readonly refusals: number
  /** What the last refusal gave as its reason. */
  readonly refusal: Words | undefined
}

/** Asked before the modal closes or goes back. Returns words to refuse, `undefined` to agree. */
export type CloseGuard = (view: string, action: 'close' | 'back') => Words | undefined

export type Outcome = 'success' | 'error' | 'cancel'

/** Something that waits for an approval, and what happens when it is decided. */
export interface Approval {
  /** Shown when the approval opens. */
  readonly view?: Route<undefined>
  onSuccess?(): void
  onError?(error: unknown): void
  onCancel?(): void
}

export interface NavigationService {
  readonly state: NavigationState
  /** Opens the modal on a route, or pushes it when the modal is open. False, logged, when nobody draws the route. */
  open<Params>(
    route: Route<Params>,
    ...params: undefined extends Params ? [params?: Params] : [params: Params]
  ): boolean
  /** Shows a route on top. A push of the view that is shown, with equal parameters, changes nothing. */
  push<Params>(
    route: Route<Params>,
    ...params: undefined extends Params ? [params?: Params] : [params: Params]
  ): boolean
  replace<Params>(
    route: Route<Params>,
    ...params: undefined extends Params ? [params?: Params] : [params: Params]
  ): boolean
  /** Drops the history and shows only this. */
  reset<Params>(
    route: Route<Params>,
    ...params: undefined extends Params ? [params?: Params] : [params: Params]
  ): boolean
  /** One entry back; closes the modal when there is only one. False when a guard refused. */
  back(): boolean
  /** Back to the newest entry of that route; false when there is none, or a guard refused. */
  backTo<Params>(route: Route<Params>): boolean
  /** Closes unless a guard refuses; `force` asks no guard. Pending approvals are cancelled. */
  close(options?: { force?: boolean }): boolean
  guard(guard: CloseGuard): () => void
  /** Whether an attached shell draws the route. */
  draws(routeName: string): boolean
  /** A shell says which routes it draws, and takes that back when it goes. */
  attach(draws: (routeName: string) => boolean): () => void
  /** Puts an approval on the stack and shows its view. Answers how to settle it; settling twice is a no-op. */
  requestApproval(approval: Approval): { settle(outcome: Outcome, error?: unknown): void }
  /** Settles the newest approval. */
  settle(outcome: Outcome, error?: unknown): void
  readonly hasApprovals: boolean
}

export const Navigation = token<NavigationService>('latchkey.navigation')

export interface NavigationOptions {
  readonly events: Pick<Events, 'emit'>
  readonly log: LogService
  /** What keeps approvals is loaded with what talks to wallets: before, there is nothing to approve. */
  readonly code: WalletCodeSource
}

export function createNavigation(options: NavigationOptions): NavigationService {
  const state = proxy<WritableNavigation>({ ...closed(), refusals: 0 })
  const guards = new Set<CloseGuard>()
  const shells = new Set<(routeName: string) => boolean>()
  const draws = (routeName: string) => [...shells].some((shell) => shell(routeName))
  const { current, approvals, needApprovals, show, put, clear } = createHistory(state, draws, options)

  function refuse(action: 'close' | 'back'): boolean {
    for (const guard of [...guards]) {
      const reason = isolateCallback(options.log, () => guard(current()?.name ?? '', action))
      if (reason === undefined) continue
      state.refusal = reason
      state.refusals += 1
      return true
    }
    return false
  }

  const service: NavigationService = {
    state: readOnly(state),
    draws,
    attach: (shell) => addListener(shells, shell),
    open: (...place) => service.push(...place),
    push(route, params?) {
      const { name, params: shown } = current() ?? {}
      return (name === route.name && isSame(shown, params)) || put(route, params, state.entries.length)
    },
    replace: (route, params?) => put(route, params, -1),
    reset: (route, params?) => put(route, params, 0, 'none'),
    back() {
      if (state.entries.length < 2) return state.open && service.close()
      return !refuse('back') && show(state.entries.slice(0, -1), 'back')
    },
    backTo({ name }) {
      const at = state.entries.findLastIndex((entry) => entry.name === name)
      if (at < 0 || at === state.entries.length - 1) return at >= 0
      return !refuse('back') && show(state.entries.slice(0, at + 1), 'back')
    },
    close({ force = false } = {}) {
      if (state.open && !force && refuse('close')) return false
      clear()
      return true
    },
    guard: (guard) => addListener(guards, guard),
    requestApproval: (approval) => needApprovals().request(approval),
    settle: (outcome, error) => approvals()?.settle(outcome, error),
    get hasApprovals() {
      return (approvals()?.size ?? 0) > 0
    },
  }
  return service
}

/** Compares members, because callers pass a new object each time. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (!isRecord(left) || !isRecord(right)) return false
  const entries = Object.entries(left)
  return entries.length === Object.keys(right).length && entries.every(([key, value]) => right[key] === value)
}
