import type { StorageAdapter } from '../platform/storage.js'

export interface FakeStorage extends StorageAdapter {
  /** What is stored, with the kernel's prefix. */
  readonly values: Map<string, string>
  /** Another page on the same storage: it hears what this one writes, and the other way round. */
  openTab(): FakeStorage
  /** From now on every use throws this, or works again without an argument. */
  refuse(error?: Error): void
  /** How many listen for changes of other tabs, in this tab. */
  readonly listeners: number
}

/** A browser's storage: strings, shared by tabs, and able to refuse. */
export function fakeStorage(initial: Readonly<Record<string, string>> = {}): FakeStorage {
  const values = new Map(Object.entries(initial))
  const tabs = new Set<Set<(key: string) => void>>()
  return openTab(values, tabs)
}

function openTab(values: Map<string, string>, tabs: Set<Set<(key: string) => void>>): FakeStorage {
  const own = new Set<(key: string) => void>()
  tabs.add(own)
  let refusal: Error | undefined

  function use<T>(action: () => T): T {
    if (refusal) throw refusal
    return action()
  }
  function tellOthers(key: string): void {
    for (const tab of tabs) if (tab !== own) for (const listener of [...tab]) listener(key)
  }

  return {
    values,
    get: (key) => use(() => values.get(key) ?? null),
    set(key, value) {
      use(() => values.set(key, value))
      tellOthers(key)
    },
    remove(key) {
      if (use(() => values.delete(key))) tellOthers(key)
    },
    subscribe(listener) {
      own.add(listener)
      return () => own.delete(listener)
    },
    openTab: () => openTab(values, tabs),
    refuse(error) {
      refusal = error
    },
    get listeners() {
      return own.size
    },
  }
}
