import { say } from '#sentences'
import { KernelError } from '../errors/kernel.js'

/** Owns what was started, and stops it: signal first, then cleanups last-in first-out, each on its own. */
export interface Scope {
  readonly signal: AbortSignal
  readonly disposed: boolean
  /** @throws KernelError `SCOPE_DISPOSED` after disposal. */
  assertLive(): void
  /** @throws KernelError `SCOPE_DISPOSED` after disposal: a cleanup that nobody would run is a leak. */
  defer(cleanup: () => void | Promise<void>): void
  /** Runs once; later calls answer the same promise. Never rejects: failures go to `onError`. */
  dispose(): Promise<void>
}

/** @param owner Named in the error of a call after disposal. */
export function createScope(owner: string, onError: (error: unknown) => void): Scope {
  const controller = new AbortController()
  const cleanups: (() => void | Promise<void>)[] = []
  let disposal: Promise<void> | undefined

  async function run(): Promise<void> {
    controller.abort(new KernelError('The kernel was disposed.', { code: 'KERNEL_DISPOSED' }))
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) {
      try {
        // Synchronous cleanups run at once: a set-up that failed has left nothing when its error is known.
        const pending = cleanup()
        if (pending) await pending
      } catch (error) {
        onError(error)
      }
    }
  }

  function assertLive(): void {
    if (disposal) {
      throw new KernelError(say('disposed', owner), { code: 'SCOPE_DISPOSED' })
    }
  }

  return {
    assertLive,
    signal: controller.signal,
    get disposed() {
      return disposal !== undefined
    },
    defer(cleanup) {
      assertLive()
      cleanups.push(cleanup)
    },
    dispose() {
      disposal ??= run()
      return disposal
    },
  }
}
