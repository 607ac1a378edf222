import { say } from '#sentences'
import { ref } from 'valtio/vanilla'
import { BaseError } from '../errors/base.js'
import { isRecord } from '../keys/isRecord.js'
import type { Approvals } from './approvals.js'
import { isolateCallback } from './isolateCallback.js'
import { ModalClosed, ModalOpened } from './modalEvents.js'
import type { NavigationEntry, NavigationOptions, NavigationState } from './navigation.js'

export type WritableNavigation = { -readonly [key in keyof NavigationState]: NavigationState[key] } & {
  entries: NavigationEntry[]
}

export interface History {
  current(): NavigationEntry | undefined
  /** The approvals that follow the history, once there has been one. */
  approvals(): Approvals | undefined
  /** @throws BaseError `LOAD_FAILED` while no wallet can be connected either, as their code is not loaded. */
  needApprovals(): Approvals
  show(entries: NavigationEntry[], direction: NavigationState['direction']): true
  /** Shows the route above the first `kept` entries. Logs and returns false when no view draws it. */
  put(
    route: { readonly name: string },
    params: unknown,
    kept: number,
    direction?: NavigationState['direction'],
  ): boolean
  clear(): void
}

/** What is shown when no entry is left. */
export const closed = () => ({
  open: false,
  entries: [] as NavigationEntry[],
  direction: 'none' as const,
  refusal: undefined,
})

/** The entries of the modal, and the approvals that wait in them. */
export function createHistory(
  state: WritableNavigation,
  draws: (routeName: string) => boolean,
  { events, log, code }: NavigationOptions,
): History {
  let approvals: Approvals | undefined
  let count = 0
  const current = () => state.entries.at(-1)
  const history: History = {
    current,
    approvals: () => approvals,
    needApprovals() {
      if (!code.current) {
        code.load().catch(() => {})
        throw new BaseError(say('unapproved'), { code: 'LOAD_FAILED' })
      }
      approvals ??= code.current.createApprovals({
        isolate: (run) => isolateCallback(log, run),
        entries: () => state.entries,
        // Always an entry of its own: two approvals with one view are two.
        show: ({ view: route }) =>
          route && history.put(route, undefined, state.entries.length) ? current()?.key : undefined,
        keep: (entries) => void (entries.length > 0 ? history.show([...entries], 'back') : history.clear()),
      })
      return approvals
    },
    show(entries, direction) {
      const wasOpen = state.open
      state.direction = wasOpen ? direction : 'none'
      state.entries = entries
      state.open = true
      if (!wasOpen) events.emit(ModalOpened, { view: current()?.name ?? '' })
      approvals?.cancelLeft()
      return true
    },
    put({ name }, value, kept, direction = 'forward') {
      if (!draws(name)) {
        log.warn(say('undrawn', name))
        return false
      }
      // `ref`: parameters may hold live objects, which must not be proxied.
      const params = isRecord(value) ? ref(value) : value
      const key = `${name}-${++count}`
      // An approval continues behind the view that replaces its own.
      if (kept < 0) approvals?.move(current()?.key, key)
      return history.show([...state.entries.slice(0, kept), { key, name, params }], direction)
    },
    clear() {
      if (!state.open) return
      const view = current()?.name ?? ''
      Object.assign(state, closed())
      events.emit(ModalClosed, { view })
      approvals?.cancelAll()
    },
  }
  return history
}
