import { createTimer } from '../platform/createTimer.js'
import type { Clock } from '../platform/clock.js'
import { createAttempts } from './createAttempts.js'
import type { Phases } from './createPhases.js'
import { createReading } from './createReading.js'

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
  const { state, phases } = options
  const { attempts, reading, freshness, work, drop, pause } = createHeldPreview(
    options,
    () => void refresh({ isAsked: false, isSeen: false }),
  )

  async function prepare(): Promise<boolean> {
    const question = options.ask()
    if (!question) return false
    drop()
    phases.to('preparing')
    const take = (now: Preview) => {
      phases.to('ready')
      reading.see(now)
    }
    return work(question, take, () => true)
  }

  async function refresh(how: RefreshReason): Promise<boolean> {
    const question = options.ask()
    if (!question) return false
    const shown = state.preview
    state.isRefreshing = true
    const take = (now: Preview) => {
      state.isRefreshing = false
      reading.replace(shown, now, how.isSeen)
    }
    return work(question, take, (cause) => options.goes(cause, how))
  }

  const { current } = attempts
  const takeChange = (pressed: Preview | undefined) => reading.takeChange(pressed, current()?.preview)
  return { prepare, refresh, current, takeChange, drop, pause, keepFresh: freshness.keep }
}

/** The preview that stands, what is under way to the next, and what the person has read. */
function createHeldPreview<
  Question,
  Checked extends { readonly preview: Preview },
  Preview extends object,
  Change,
>(options: PreviewingOptions<Question, Checked, Preview, Change>, refresh: () => void) {
  const { state, phases } = options
  const attempts = createAttempts(options)
  const reading = createReading(options)
  const freshness = createFreshness(options, refresh)

  function pause(): void {
    freshness.stop()
    attempts.abort()
    state.isRefreshing = false
  }

  function drop(): void {
    pause()
    attempts.forget()
    reading.see(undefined)
    if (phases.current === 'preparing' || phases.current === 'ready') phases.to('editing')
  }

  /** False when it failed, or something newer called it off. */
  async function work(
    question: Question,
    take: (now: Preview) => void,
    goes: (cause: unknown) => boolean,
  ): Promise<boolean> {
    // What is read now is as new as can be: age must not call it off, and leave a press without an answer.
    freshness.stop()
    try {
      const answer = await attempts.run(question)
      if (!answer) return false
      take(answer.preview)
      freshness.keep()
      return true
    } catch (cause) {
      state.isRefreshing = false
      if (goes(cause)) {
        drop()
        options.failed(cause)
      } else freshness.keep()
      return false
    }
  }

  return { attempts, reading, freshness, work, pause, drop }
}

/** Has a preview worked out again once it has aged, while it's looked at. */
function createFreshness(
  {
    clock,
    phases,
    freshTime,
    isShown,
  }: Pick<
    PreviewingOptions<unknown, { readonly preview: object }, object, unknown>,
    'clock' | 'phases' | 'freshTime' | 'isShown'
  >,
  refresh: () => void,
) {
  const timer = createTimer(clock)
  const keep = (): void =>
    timer.start(() => {
      if (isShown() && isPageVisible() && phases.current === 'ready') refresh()
      else keep()
    }, freshTime)
  return { keep, stop: timer.stop }
}

const isPageVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'
