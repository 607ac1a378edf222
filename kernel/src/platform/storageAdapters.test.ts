import { afterEach, describe, expect, it, vi } from 'vitest'
import { cookieStorage, memoryStorage, pageStorage } from './storageAdapters.js'

afterEach(() => vi.unstubAllGlobals())

describe('memoryStorage', () => {
  it('keeps texts', () => {
    const storage = memoryStorage({ a: '1' })
    storage.set('b', '2')
    expect([storage.get('a'), storage.get('b'), storage.get('c')]).toEqual(['1', '2', null])
    storage.remove('a')
    expect(storage.get('a')).toBeNull()
  })
})

describe('pageStorage', () => {
  function stubWindow(localStorage: unknown) {
    const listeners = new Map<string, (event: unknown) => void>()
    const page = {
      get localStorage() {
        if (localStorage instanceof Error) throw localStorage
        return localStorage
      },
      addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
      removeEventListener: (type: string) => listeners.delete(type),
    }
    vi.stubGlobal('window', page)
    return listeners
  }

  it('lives in memory on a server, each on its own', () => {
    const [left, right] = [pageStorage(), pageStorage()]
    left.set('a', '1')
    expect([left.get('a'), right.get('a')]).toEqual(['1', null])
    left.remove('a')
    expect(left.get('a')).toBeNull()
    expect(() => left.subscribe?.(() => {})()).not.toThrow()
  })

  it("uses the page's local storage, looked up on each use", () => {
    const storage = pageStorage()
    const values = memoryStorage()
    stubWindow({ getItem: values.get, setItem: values.set, removeItem: values.remove })
    storage.set('a', '1')
    expect([storage.get('a'), values.get('a'), storage.get('b')]).toEqual(['1', '1', null])
    storage.remove('a')
    expect(values.get('a')).toBeNull()
  })

  it('lives in memory where a page has none', () => {
    stubWindow(null)
    const storage = pageStorage()
    storage.set('a', '1')
    expect(storage.get('a')).toBe('1')
  })

  it('throws what a browser throws that forbids it, for the storage service to report', () => {
    stubWindow(new Error('insecure'))
    const storage = pageStorage()
    expect(() => storage.get('a')).toThrow('insecure')
    expect(() => storage.set('a', '1')).toThrow('insecure')
  })

  it('hears other tabs, and stops', () => {
    const listeners = stubWindow(null)
    const heard: string[] = []
    const stop = pageStorage().subscribe?.((key) => heard.push(key))
    listeners.get('storage')?.({ key: 'a' })
    listeners.get('storage')?.({ key: null })
    expect(heard).toEqual(['a'])
    stop?.()
    expect(listeners.size).toBe(0)
  })
})

describe('cookieStorage', () => {
  function stubDocument(protocol = 'https:') {
    const cookies = new Map<string, string>()
    const written: string[] = []
    vi.stubGlobal('location', { protocol })
    vi.stubGlobal('document', {
      get cookie() {
        return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      },
      set cookie(text: string) {
        written.push(text)
        const [pair = ''] = text.split(';')
        const at = pair.indexOf('=')
        if (text.includes('Max-Age=0')) cookies.delete(pair.slice(0, at))
        else cookies.set(pair.slice(0, at), pair.slice(at + 1))
      },
    })
    return { cookies, written }
  }

  it('reads the header of a request, and writes nothing on a server', () => {
    const storage = cookieStorage({ header: 'other=1; shop%3Asession=%7B%22a%22%3A1%7D; shop%3Asession2=x' })
    expect(storage.get('shop:session')).toBe('{"a":1}')
    expect(storage.get('shop:missing')).toBeNull()
    storage.set('shop:session', 'changed')
    storage.remove('shop:session')
    expect(storage.get('shop:session')).toBe('{"a":1}')
  })

  it.each([null, '', undefined])('is empty on a server without a header (%s)', (header) => {
    expect(cookieStorage(header === undefined ? {} : { header }).get('shop:session')).toBeNull()
  })

  it('round-trips any text in the browser, for 30 days, for this site only', () => {
    const { written } = stubDocument()
    const storage = cookieStorage()
    const text = '{"name":"Ünïcode; = , \\" 💰"}'
    storage.set('shop:session', text)
    expect(storage.get('shop:session')).toBe(text)
    expect(written[0]).toMatch(/; Path=\/; Max-Age=2592000; SameSite=Lax; Secure$/)
    storage.remove('shop:session')
    expect(storage.get('shop:session')).toBeNull()
  })

  it('is not marked secure where the page is not', () => {
    const { written } = stubDocument('http:')
    cookieStorage({ maxAge: 60 }).set('a', '1')
    expect(written).toEqual(['a=1; Path=/; Max-Age=60; SameSite=Lax'])
  })

  it('refuses a value that a cookie does not hold, as a full storage', () => {
    stubDocument()
    expect(() => cookieStorage().set('a', 'x'.repeat(4_000))).toThrow(
      expect.objectContaining({ name: 'QuotaExceededError' }),
    )
  })

  it('answers a cookie that does not decode as it stands', () => {
    expect(cookieStorage({ header: 'a=%E0%A4%A' }).get('a')).toBe('%E0%A4%A')
  })
})
