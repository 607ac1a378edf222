import { say } from '#sentences'
import { readField } from '../errors/readField.js'
import { event } from '../keys/event.js'
import { guardAdapter } from './guardAdapter.js'
import { type Schema, parse } from './parse.js'
import { token } from '../keys/token.js'
import type { LogService } from './log.js'

/** Where strings survive a reload. Synchronous, so that the first paint already knows. */
export interface StorageAdapter {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  /**
   * Whether the address stored last may be shown before its wallet confirms it, so that a server can render it. Default
   * false.
   */
  readonly showsAccounts?: boolean
  /** Tells of changes made by other tabs. */
  subscribe?(listener: (key: string) => void): () => void
}

/** Typed key of something stored. What is read is checked against the schema; what does not fit is dropped. */
export interface StorageKey<T> {
  readonly name: string
  readonly schema: Schema<T>
  /**
   * Puts together what is stored, perhaps by another tab, and what the browser refused to store for this page. With it, a refused write
   * takes nothing away. Default: the earlier value is removed, because it would come back at the next load as if nothing had changed.
   */
  unite?(stored: T, unsaved: T): T
}

export interface StorageService {
  /** The stored value, or `undefined` when there is none or it was dropped for not fitting. */
  read<T>(key: StorageKey<T>): T | undefined
  /** Never throws: when the browser refuses, the value lives in memory for this page and the problem is reported. */
  write<T>(key: StorageKey<T>, value: NoInfer<T>): void
  remove(key: StorageKey<never> | StorageKey<unknown>): void
  /** Told when another tab changed the key. */
  watch(key: { readonly name: string }, listener: () => void): () => void
}

export const Storage = token<StorageService>('latchkey.storage')

/** Something stored was dropped, or could not be stored. `code` is one of the storage error codes. */
export const StorageProblem = event<{
  readonly key: string
  readonly code: string
  readonly message: string
}>('STORAGE_PROBLEM')

/** Characters of one stored value. Pages write far less; a longer text would be parsed before the first paint. */
const textLimit = 1_000_000

/** @param name Short and stable; the kernel's id is put before it. */
export function storageKey<T>(
  name: string,
  schema: Schema<T>,
  options?: Pick<StorageKey<T>, 'unite'>,
): StorageKey<T> {
  return { name, schema, ...options }
}

/** A schema from a type guard, for code that must not carry a schema library. */
export function guard<T>(accepts: (value: unknown) => value is T): Schema<T> {
  return {
    '~standard': {
      version: 1,
      validate: (value) => (accepts(value) ? { value } : { issues: [{ message: 'Not the expected form' }] }),
    },
  }
}

export interface StorageOptions {
  readonly kernelId: string
  readonly adapter: StorageAdapter
  readonly log: LogService
  onProblem(problem: { key: string; code: string; message: string }): void
}

export function createStorage(options: StorageOptions): StorageService {
  const { adapter } = options
  const { report, ask, set, forget, fullKey } = guardAdapter(options)
  /** What the browser refused to keep, so that nothing is lost while the page lives. */
  const unsaved = new Map<string, string>()

  function drop(name: string): void {
    unsaved.delete(name)
    ask(name, (key) => adapter.remove(key))
  }

  function readText<T>({ name, schema }: StorageKey<T>, text: string, isStored: boolean): T | undefined {
    try {
      if (text.length > textLimit) throw new RangeError(say('tooLong', textLimit))
      return parse(schema, JSON.parse(text), `The stored "${name}"`)
    } catch (cause) {
      if (isStored) ask(name, (key) => adapter.remove(key))
      else unsaved.delete(name)
      report(name, 'STORAGE_CORRUPT', cause)
      return undefined
    }
  }

  return {
    read(key) {
      const { name, unite } = key
      const own = unsaved.get(name)
      const kept = own === undefined ? undefined : readText(key, own, false)
      if (kept !== undefined && !unite) return kept
      const text = ask(name, (fullKey) => adapter.get(fullKey))
      const stored = typeof text === 'string' ? readText(key, text, true) : undefined
      return kept === undefined || stored === undefined || !unite ? (kept ?? stored) : unite(stored, kept)
    },
    write({ name, unite }, value) {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined) return drop(name)
      try {
        set(name, text)
        unsaved.delete(name)
      } catch (cause) {
        unsaved.set(name, text)
        // What was stored before would come back at the next load as if the change had never been made.
        if (!unite) forget(name)
        report(name, isQuotaError(cause) ? 'STORAGE_FULL' : 'STORAGE_BLOCKED', cause)
      }
    },
    remove: ({ name }) => drop(name),
    watch({ name }, listener) {
      const stop = ask(name, () => adapter.subscribe?.((changed) => changed === fullKey(name) && listener()))
      return () => {
        if (typeof stop === 'function') ask(name, () => stop())
      }
    },
  }
}

function isQuotaError(error: unknown): boolean {
  const name = readField(error, 'name')
  return name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED'
}
