import { say } from '#sentences'
import { proxy, ref } from 'valtio/vanilla'
import { event } from '../keys/event.js'
import type { Route } from '../keys/route.js'
import { isRecord } from '../keys/isRecord.js'
import { token } from '../keys/token.js'
import type { Words } from '../contracts/words.js'
import type { Events } from '../engine/events.js'
import { readOnly } from '../engine/readOnly.js'
import { addListener } from '../engine/listeners.js'
import { BaseError } from '../errors/base.js'
import type { LogService } from '../platform/log.js'
import type { Approvals } from './approvals.js'
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

export const ModalOpened = event<{ readonly view: string }>('MODAL_OPEN')
export const ModalClosed = event<{ readonly view: string }>('MODAL_CLOSE')

export interface NavigationOptions {
  readonly events: Pick<Events, 'emit'>
  readonly log: LogService
  /** What keeps approvals is loaded with what talks to wallets: before, there is nothing to approve. */
  readonly code: WalletCodeSource
}

const closed = () => ({
  open: false,
  entries: [] as NavigationEntry[],
  direction: 'none' as const,
  refusal: undefined,
})

export function createNavigation({ events, log, code }: NavigationOptions): NavigationService {
  const state = proxy<
    { -readonly [key in keyof NavigationState]: NavigationState[key] } & { entries: NavigationEntry[] }
  >({ ...closed(), refusals: 0 })
  const guards = new Set<CloseGuard>()
  const shells = new Set<(routeName: string) => boolean>()
  let approvals: Approvals | undefined
  let count = 0

  const draws = (routeName: string) => [...shells].some((shell) => shell(routeName))
  const current = () => state.entries.at(-1)
  const view = () => current()?.name ?? ''

  /** Runs what a plugin gave. Its fault must neither hold a person in the modal nor stop the others. */
  function isolate<T>(run: () => T): T | undefined {
    try {
      return run()
    } catch (error) {
      log.error(say('navigation'), error)
      return undefined
    }
  }

  function refuse(action: 'close' | 'back'): boolean {
    for (const guard of [...guards]) {
      const reason = isolate(() => guard(view(), action))
      if (reason === undefined) continue
      state.refusal = reason
      state.refusals += 1
      return true
    }
    return false
  }

  function show(entries: NavigationEntry[], direction: NavigationState['direction']): true {
    const wasOpen = state.open
    state.direction = wasOpen ? direction : 'none'
    state.entries = entries
    state.open = true
    if (!wasOpen) events.emit(ModalOpened, { view: view() })
    approvals?.cancelLeft()
    return true
  }

  /** Shows the route above the first `kept` entries. False, logged, when nobody draws it. */
  function put(
    { name }: { readonly name: string },
    value: unknown,
    kept: number,
    direction: NavigationState['direction'] = 'forward',
  ): boolean {
    if (!draws(name)) {
      log.warn(say('undrawn', name))
      return false
    }
    // `ref`: parameters may hold live objects, which must not be proxied.
    const params = isRecord(value) ? ref(value) : value
    const key = `${name}-${++count}`
    // An approval goes on behind the view that takes its view's place.
    if (kept < 0) approvals?.move(current()?.key, key)
    return show([...state.entries.slice(0, kept), { key, name, params }], direction)
  }

  function shut(): void {
    if (!state.open) return
    const last = view()
    Object.assign(state, closed())
    events.emit(ModalClosed, { view: last })
    approvals?.cancelAll()
  }

  /** @throws BaseError `LOAD_FAILED` while no wallet can be connected either, as their code is not loaded. */
  function needApprovals(): Approvals {
    if (!code.current) {
      code.load().catch(() => {})
      throw new BaseError(say('unapproved'), { code: 'LOAD_FAILED' })
    }
    approvals ??= code.current.createApprovals({
      isolate,
      entries: () => state.entries,
      // Always an entry of its own: two approvals with one view are two.
      show: ({ view: route }) =>
        route && put(route, undefined, state.entries.length) ? current()?.key : undefined,
      keep: (entries) => void (entries.length > 0 ? show([...entries], 'back') : shut()),
    })
    return approvals
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
    replace(route, params?) {
      return put(route, params, -1)
    },
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
      shut()
      return true
    },
    guard: (guard) => addListener(guards, guard),
    requestApproval: (approval) => needApprovals().request(approval),
    settle: (outcome, error) => approvals?.settle(outcome, error),
    get hasApprovals() {
      return (approvals?.size ?? 0) > 0
    },
  }
  return service
}

/** Equal members are equal parameters: callers write the object anew each time. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (!isRecord(left) || !isRecord(right)) return false
  const entries = Object.entries(left)
  return entries.length === Object.keys(right).length && entries.every(([key, value]) => right[key] === value)
}
