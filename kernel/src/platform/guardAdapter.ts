import { say } from '#sentences'
import { BaseError } from '../errors/base.js'
import type { StorageOptions } from './storage.js'

/** A host's storage adapter under the keys of one kernel. What it refuses is reported. */
export interface GuardedAdapter {
  /** Reports a problem under the storage error code, with what caused it. */
  report(name: string, code: string, cause: unknown): void
  /** What the adapter returns, or nothing when it refuses. */
  ask<T>(name: string, use: (key: string) => T): T | undefined
  /** @throws what the adapter throws. */
  set(name: string, text: string): void
  /** Removes quietly, for a write that failed: its own report says why. */
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

  /** An adapter that returns a promise has no value in time; when the promise fails, it is reported as any other refusal. */
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
