import type { WalletConnectStorage } from '../readOptions.js'
import { mergeWrites } from './mergeWrites.js'

export interface SharedStore extends WalletConnectStorage {
  /** Resolves when everything written so far is stored. */
  written(): Promise<void>
}

/**
 * A store that tabs of one origin can share. The library reads each collection once, keeps it in memory and writes it
 * whole: what another tab stored in between would be lost, the key of its session among it.
 */
export function sharedStore(held: WalletConnectStorage): SharedStore {
  /** By key, what this tab's library believes is stored, as JSON. */
  const believed = new Map<string, string | undefined>()
  /** By key, what is done last: collections don't depend on each other, so none waits for another. */
  const turns = new Map<string, Promise<unknown>>()

  /** Reading and writing again must not be parted by a write of this tab, nor of another where the browser has locks. */
  function inTurn<T>(key: string, action: () => Promise<T>): Promise<T> {
    const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
    const locked = locks ? () => locks.request(`latchkey.pairing ${key}`, action) as Promise<T> : action
    const mine = (turns.get(key) ?? Promise.resolve()).then(locked)
    turns.set(
      key,
      mine.catch(() => undefined),
    )
    return mine
  }

  return {
    written: async () => void (await Promise.all(turns.values())),
    getKeys: () => held.getKeys(),
    getEntries: () => held.getEntries(),
    async getItem<T>(key: string) {
      const item = await inTurn(key, () => held.getItem<T>(key))
      if (!believed.has(key)) believed.set(key, textOf(item))
      return item
    },
    setItem(key, value) {
      const text = textOf(value)
      return inTurn(key, async () => {
        const before = believed.get(key)
        // The library also writes what it didn't change: what is stored is that, with what other tabs did since.
        if (text === before) return
        const stored = await held.getItem(key)
        // Nearly always nobody else has written, and this is on the way of every signature.
        const isOurs = textOf(stored) === before
        await held.setItem(key, isOurs ? parse(text) : mergeWrites(parse(before), stored, parse(text)))
        believed.set(key, text)
      })
    },
    removeItem(key) {
      return inTurn(key, async () => {
        believed.delete(key)
        await held.removeItem(key)
      })
    },
  }
}

/** The library's values are JSON, except that an app may have given a request a bigint or a proxy. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    // A function asked about each part takes several times as long, and nearly no value needs it.
    return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}` : part))
  }
}
const parse = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text))
