import { proxy } from 'valtio/vanilla'
import { readOnly } from '../engine/readOnly.js'
import { token } from '../keys/token.js'
import type { Words } from '../contracts/words.js'
import type { Clock, TimerHandle } from '../platform/clock.js'

export type SnackbarVariant = 'success' | 'error' | 'loading'

export interface SnackbarState {
  readonly open: boolean
  readonly message: Words
  readonly variant: SnackbarVariant
  readonly autoClose: boolean
  /** Name of an icon of the kit, shown instead of the variant's. */
  readonly icon?: string | undefined
}

export type ToastType = 'blank' | 'error' | 'success' | 'loading' | 'custom'

export interface Toast {
  readonly id: string
  readonly type: ToastType
  readonly message: Words
  /** Milliseconds on screen; `Infinity` stays until dismissed. */
  readonly duration: number
  /** False while it leaves the screen. */
  readonly visible: boolean
  readonly dismissed: boolean
  readonly position: 'top' | 'bottom'
}

export interface NotificationsState {
  readonly snackbar: SnackbarState
  /** Newest first, at most 20. */
  readonly toasts: readonly Toast[]
}

export interface NotificationsService {
  readonly state: NotificationsState
  /** Shows one line in the modal. An open one is closed first; the new one appears 150 ms later. */
  showSnackbar(
    message: Words,
    options?: { variant?: SnackbarVariant; autoClose?: boolean; icon?: string },
  ): void
  hideSnackbar(): void
  /** Adds a toast to the page, or replaces the one with the given id. Returns its id. */
  toast(message: Words, options?: ToastOptions): string
  /** Starts its leaving; it is removed a second later. All of them when no id is given. */
  dismissToast(id?: string): void
}

export interface ToastOptions {
  readonly id?: string | undefined
  /** Default `blank`. */
  readonly type?: ToastType | undefined
  /** Milliseconds. Default 4000 for blank and error, 2000 for success, unlimited for loading, 4000 for custom. */
  readonly duration?: number | undefined
  /** Default `top`. */
  readonly position?: 'top' | 'bottom' | undefined
}

export const Notifications = token<NotificationsService>('latchkey.notifications')

const swapDelay = 150
const snackbarDuration = 2_500
const toastLimit = 20
const toastLeaveTime = 1_000
/** Where a type is absent, a toast stays for {@link toastDuration}. */
const durations: Partial<Record<ToastType, number>> = { success: 2_000, loading: Number.POSITIVE_INFINITY }
const toastDuration = 4_000
/** Beyond this, timers fire at once. */
const longestTimer = 2_147_483_647

export interface Notifier extends NotificationsService {
  /** Stops every timer. */
  dispose(): void
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] }

/** The timer that belongs to the snackbar; those of toasts have their toast's id. */
const snackbarTimer = Symbol()

const emptySnackbar = (): SnackbarState => ({
  open: false,
  message: '',
  variant: 'success',
  autoClose: true,
  icon: undefined,
})

export function createNotifications(clock: Clock): Notifier {
  const state = proxy({ snackbar: emptySnackbar(), toasts: [] as Mutable<Toast>[] })
  const timers = new Map<string | symbol, TimerHandle>()
  let count = 0

  /** One timer at a time for each owner; an infinite delay only stops the one before. */
  function schedule(owner: string | symbol, delay: number, then?: () => void): void {
    const timer = timers.get(owner)
    if (timer !== undefined) clock.clearTimeout(timer)
    timers.delete(owner)
    if (!then || delay === Number.POSITIVE_INFINITY) return
    const run = () => {
      timers.delete(owner)
      then()
    }
    timers.set(owner, clock.setTimeout(run, Math.min(delay, longestTimer)))
  }
  const stop = (owner: string | symbol) => schedule(owner, 0)
  const removeToast = (id: string) => (state.toasts = state.toasts.filter((toast) => toast.id !== id))
  const service: Notifier = {
    state: readOnly(state),
    showSnackbar(message, { variant = 'success', autoClose = true, icon } = {}) {
      const wasOpen = state.snackbar.open
      service.hideSnackbar()
      const show = () => {
        state.snackbar = { open: true, message, variant, autoClose, icon }
        if (autoClose) schedule(snackbarTimer, snackbarDuration, service.hideSnackbar)
      }
      return wasOpen ? schedule(snackbarTimer, swapDelay, show) : show()
    },
    hideSnackbar() {
      stop(snackbarTimer)
      state.snackbar = emptySnackbar()
    },
    toast(message, options = {}) {
      const { type = 'blank', id = `toast-${++count}`, position = 'top' } = options
      const { duration = durations[type] ?? toastDuration } = options
      const toast = { id, type, message, duration, position, visible: true, dismissed: false }
      const known = state.toasts.findIndex((candidate) => candidate.id === id)
      if (known >= 0) state.toasts[known] = toast
      else {
        for (const dropped of state.toasts.slice(toastLimit - 1)) stop(dropped.id)
        state.toasts = [toast, ...state.toasts.slice(0, toastLimit - 1)]
      }
      schedule(id, duration, () => service.dismissToast(id))
      return id
    },
    dismissToast(id) {
      for (const toast of state.toasts.filter((one) => id === undefined || one.id === id)) {
        Object.assign(toast, { visible: false, dismissed: true })
        schedule(toast.id, toastLeaveTime, () => removeToast(toast.id))
      }
    },
    dispose() {
      for (const owner of [...timers.keys()]) stop(owner)
      service.hideSnackbar()
    },
  }
  return service
}
