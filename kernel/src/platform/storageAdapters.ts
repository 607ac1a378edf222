import type { StorageAdapter } from './storage.js'

/** Strings in memory: for servers, tests, and pages that may not store. */
export function memoryStorage(initial: Readonly<Record<string, string>> = {}): StorageAdapter {
  const values = new Map(Object.entries(initial))
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

/** The page's local storage, looked up on each use: servers have none, and some browsers throw on the look. */
export function pageStorage(): StorageAdapter {
  const memory = memoryStorage()
  const area = () => (typeof window === 'undefined' ? undefined : window.localStorage)
  return {
    // Memory holds something only where there is no page.
    get: (key) => area()?.getItem(key) ?? memory.get(key),
    set(key, value) {
      const local = area()
      if (local) local.setItem(key, value)
      else memory.set(key, value)
    },
    remove(key) {
      area()?.removeItem(key)
      memory.remove(key)
    },
    subscribe(listener) {
      if (typeof window === 'undefined') return () => {}
      const heard = (event: StorageEvent) => event.key !== null && listener(event.key)
      window.addEventListener('storage', heard)
      return () => window.removeEventListener('storage', heard)
    },
  }
}

export interface CookieStorageOptions {
  /** The request's `Cookie` header on a server. Absent in the browser, where `document.cookie` is used. */
  readonly header?: string | null | undefined
  /** Seconds a cookie lives. Default 30 days. */
  readonly maxAge?: number | undefined
  /**
   * Whether buttons show the address that the cookie names while its wallet is being asked, on the server too. Give the
   * same on the server and in the browser. Others can write cookies of this site, so the address is a claim: hooks tell
   * it as `claimedAddress`, apart from `address`. Default false.
   */
  readonly showAccounts?: boolean | undefined
}

/**
 * State in cookies, so that a server renders what the browser will show. Read-only on a server.
 * A cookie holds about 4 KB; larger values are refused, which the storage service reports as `STORAGE_FULL`.
 */
export function cookieStorage(options: CookieStorageOptions = {}): StorageAdapter {
  const { header, maxAge = 2_592_000, showAccounts = false } = options
  const inBrowser = typeof document !== 'undefined' && header === undefined
  const text = () => (inBrowser ? document.cookie : (header ?? ''))

  function put(key: string, value: string, age: number): void {
    if (!inBrowser) return
    const cookie = `${encodeURIComponent(key)}=${encodeURIComponent(value)}`
    if (cookie.length > 4_000) throw new DOMException('The cookie is too large.', 'QuotaExceededError')
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere.
    document.cookie = `${cookie}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
  }

  return {
    showsAccounts: showAccounts,
    get(key) {
      const name = `${encodeURIComponent(key)}=`
      const found = text()
        .split(/;\s*/)
        .find((part) => part.startsWith(name))
      return found === undefined ? null : decode(found.slice(name.length))
    },
    set: (key, value) => put(key, value, maxAge),
    remove: (key) => put(key, '', 0),
  }
}

/** A cookie another program wrote may not decode; as it stands, the schema of its key refuses it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
