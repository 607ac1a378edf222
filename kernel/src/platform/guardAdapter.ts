import { say } from '#sentences'
import { BaseError } from '../errors/base.js'
import type { StorageOptions } from './storage.js'

/** A host's storage adapter, with the keys of one kernel. Its failures are reported. */
export interface GuardedAdapter {
  /** Reports a problem with the storage error code and its cause. */
  report(name: string, code: string, cause: unknown): void
  /** What the adapter returns, or nothing when it fails. */
  ask<T>(name: string, use: (key: string) => T): T | undefined
  /** @throws what the adapter throws. */
  set(name: string, text: string): void
  /** Removes without a report, after a failed write that was reported already. */
  forget(name: string): void
  fullKey(name: string): string
}

export function guardAdapter({ kernelId, adapter, log, onProblem }: StorageOptions): GuardedAdapter {
  const fullKey = (name: string) => `${kernelId}:${name}`

  function report(key: string, code: string, cause: unknown): void {
    const { message, shortMessage } = new BaseError(say(code), { code, cause })
    log.warn(message, cause)
    onProblem({ key, code, message: shortMessage })
  }

  /** A promise has no value in time. When it rejects, that's reported like any other failure. */
  function checkAnswer<T>(name: string, answer: T): T {
    if (typeof answer === 'object' && answer !== null) {
      Promise.resolve(answer).catch((cause: unknown) => report(name, 'STORAGE_BLOCKED', cause))
    }
    return answer
  }

  return {
    report,
    ask(name, use) {
      try {
        return checkAnswer(name, use(fullKey(name)))
      } catch (cause) {
        report(name, 'STORAGE_BLOCKED', cause)
        return undefined
      }
    },
    set(name, text) {
      checkAnswer(name, adapter.set(fullKey(name), text) as unknown)
    },
    forget(name) {
      try {
        adapter.remove(fullKey(name))
      } catch (cause) {
        log.debug(say('unremoved', name), cause)
      }
    },
    fullKey,
  }
}
