import { createTimer } from '../platform/createTimer.js'
import type { Clock } from '../platform/clock.js'
import type { Phases } from './createPhases.js'

/** Has what a person asks for checked against the chain, and keeps what the preview shows from growing stale. */
export interface Previewing<Checked, Preview, Change> {
  /** The first preview of a draft. False when it failed, or something newer called it off. */
  prepare(): Promise<boolean>
  /**
   * The same draft once more, in the place of the preview before.
   *
   * @param how `isAsked`: a person waits for it. `isSeen`: the person reads what it shows, and has read it then.
   */
  refresh(how: RefreshReason): Promise<boolean>
  current(): Checked | undefined
  /**
   * What has changed since the person read the preview, or was told of a change, whatever replaced it meanwhile. It's told
   * once.
   *
   * @param pressed The preview whose button was pressed, where that may be an older one.
   */
  takeChange(pressed: Preview | undefined): Change | undefined
  /** Drops the preview, and what is under way to one. */
  drop(): void
  /** Calls off work that goes on, and no more: what was prepared is bound to its signal until it's submitted. */
  pause(): void
  /** Keeps the preview fresh from now on. */
  keepFresh(): void
}

export interface RefreshReason {
  readonly isAsked: boolean
  readonly isSeen: boolean
}

export interface PreviewingOptions<
  Question,
  Checked extends { readonly preview: Preview },
  Preview extends object,
  Change,
> {
  readonly state: { preview: Preview | undefined; isRefreshing: boolean }
  readonly phases: Phases<string>
  readonly clock: Clock
  /** Milliseconds after which a shown preview is worked out again. */
  readonly freshTime: number
  /** Whether the view of the preview is on screen. */
  isShown(): boolean
  /** The draft as a question. `undefined`: nothing is to be asked. */
  ask(): Question | undefined
  /** Has the chain check it. `undefined`: it was called off. */
  check(question: Question, signal: AbortSignal): Promise<Checked | undefined>
  /** What has to be looked at again by somebody who has read one preview, while the next stands there by itself. Pure. */
  compareToRead(read: Preview, now: Preview): Change | undefined
  /** The same for somebody who waits for the next one, or presses the button of an older one. Default: as above. */
  compareToShown?(shown: Preview, now: Preview): Change | undefined
  /** A preview took the place of another. */
  replaced?(change: Change | undefined, isSeen: boolean): void
  /** The person has asked for what the preview shows now, or it shows nothing any more. */
  seen?(): void
  /** Whether a preview that failed to be read again goes, with the reason told. Otherwise what was read stays until it's confirmed. */
  goes(cause: unknown, how: RefreshReason): boolean
  /** Tells why there is no preview. */
  failed(cause: unknown): void
  /** A preview is there: what was told of an earlier failure holds no more. */
  checked?(): void
}

export function createPreviewing<
  Question,
  Checked extends { readonly preview: Preview },
  Preview extends object,
  Change,
>(options: PreviewingOptions<Question, Checked, Preview, Change>): Previewing<Checked, Preview, Change> {
  const { state, phases, clock, freshTime, compareToRead, compareToShown = compareToRead } = options
  const timer = createTimer(clock)
  let attempt: AbortController | undefined
  let checked: Checked | undefined
  let read: Preview | undefined

  function see(preview: Preview | undefined): void {
    read = preview
    options.seen?.()
  }

  async function run(question: Question): Promise<Checked | undefined> {
    const own = new AbortController()
    attempt?.abort()
    attempt = own
    try {
      const answer = await options.check(question, own.signal)
      if (own.signal.aborted || !answer) return undefined
      // From here on the signal belongs to what was prepared: the wallet is asked with it.
      attempt = undefined
      checked = answer
      state.preview = answer.preview
      options.checked?.()
      return answer
    } catch (cause) {
      if (own.signal.aborted) return undefined
      throw cause
    }
  }

  function pause(): void {
    timer.stop()
    attempt?.abort()
    attempt = undefined
    state.isRefreshing = false
  }

  function drop(): void {
    pause()
    checked = undefined
    state.preview = undefined
    see(undefined)
    if (phases.current === 'preparing' || phases.current === 'ready') phases.to('editing')
  }

  const keepFresh = () =>
    timer.start(() => {
      const isRead = options.isShown() && isPageVisible() && phases.current === 'ready'
      if (isRead) void previewing.refresh({ isAsked: false, isSeen: false })
      else keepFresh()
    }, freshTime)

  function fail(cause: unknown): false {
    drop()
    options.failed(cause)
    return false
  }

  const previewing: Previewing<Checked, Preview, Change> = {
    async prepare() {
      const question = options.ask()
      if (!question) return false
      drop()
      phases.to('preparing')
      try {
        const answer = await run(question)
        if (!answer) return false
        phases.to('ready')
        see(answer.preview)
        keepFresh()
        return true
      } catch (cause) {
        return fail(cause)
      }
    },
    async refresh(how) {
      const question = options.ask()
      if (!question) return false
      const shown = state.preview
      state.isRefreshing = true
      try {
        const answer = await run(question)
        if (!answer) return false
        state.isRefreshing = false
        const [before, compare] = how.isSeen ? [shown, compareToShown] : [read, compareToRead]
        options.replaced?.(before && compare(before, answer.preview), how.isSeen)
        if (how.isSeen) see(answer.preview)
        keepFresh()
        return true
      } catch (cause) {
        state.isRefreshing = false
        if (options.goes(cause, how)) return fail(cause)
        keepFresh()
        return false
      }
    },
    current: () => checked,
    takeChange(pressed) {
      const now = checked?.preview
      if (!now) return undefined
      const change = (read && compareToRead(read, now)) ?? (pressed && compareToShown(pressed, now))
      if (change) see(now)
      return change
    },
    drop,
    pause,
    keepFresh,
  }
  return previewing
}

const isPageVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'
