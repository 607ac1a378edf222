import type { LogService } from '@latchkey/kernel/plugin'
import { createStore, del, entries, get, keys, set } from 'idb-keyval'
import type { WalletConnectStorage } from '../readOptions.js'

/**
 * The page's IndexedDB, or memory where a page has none or may not use it: sessions end with the page then.
 *
 * The library's own store is not used: it moves every key of local storage whose name has "walletconnect" in it into
 * itself, the host's and other scripts' among them.
 */
export async function pageStore(log: LogService): Promise<WalletConnectStorage> {
  if (typeof indexedDB === 'undefined') return memoryStore()
  const store = createStore('latchkey.pairing', 'client')
  try {
    await keys(store)
  } catch (error) {
    log.warn(
      'This page may not store anything: a WalletConnect session ends when it is closed or reloaded.',
      error,
    )
    return memoryStore()
  }
  return {
    getKeys: () => keys<string>(store),
    getEntries: <T>() => entries<string, T>(store),
    getItem: <T>(key: string) => get<T>(key, store),
    setItem: (key, value) => set(key, value, store),
    removeItem: (key) => del(key, store),
  }
}

function memoryStore(): WalletConnectStorage {
  const held = new Map<string, unknown>()
  return {
    getKeys: async () => [...held.keys()],
    getEntries: async <T>() => [...held] as [string, T][],
    getItem: async <T>(key: string) => held.get(key) as T | undefined,
    setItem: async (key, value) => void held.set(key, value),
    removeItem: async (key) => void held.delete(key),
  }
}
