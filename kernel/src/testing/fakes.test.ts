import { describe, expect, it } from 'vitest'
import { guard } from '../platform/storage.js'
import { fakeAccount, fakeClock, fakeHttp, fakeStorage, fakeWallet } from './index.js'

const anything = guard((_value): _value is unknown => true)

describe('fakeClock', () => {
  it('runs what is due in order, with what that schedules, at its own time', () => {
    const clock = fakeClock(0)
    const seen: [string, number][] = []
    const at = (name: string) => () => void seen.push([name, clock.now()])
    clock.setTimeout(at('late'), 20)
    clock.setTimeout(() => {
      at('early')()
      clock.setTimeout(at('nested'), 5)
    }, 10)
    const never = clock.setTimeout(at('never'), 15)
    clock.clearTimeout(never)
    clock.advance(19)
    expect([seen, clock.now(), clock.pending]).toEqual([
      [
        ['early', 10],
        ['nested', 15],
      ],
      19,
      1,
    ])
    clock.advance(1)
    expect(seen.at(-1)).toEqual(['late', 20])
  })
})

describe('fakeHttp', () => {
  const request = { url: 'https://a.example/b', what: 'The service', schema: anything }

  it('throws when it was not told what to answer', async () => {
    await expect(fakeHttp().request(request)).rejects.toThrow(
      'The fake was not told what to answer to GET https://a.example/b.',
    )
  })

  it('answers values, calls functions, throws errors, and checks the schema', async () => {
    const http = fakeHttp()
    http.answer('GET', request.url, { a: 1 })
    expect(await http.request({ ...request, query: { x: 1 } })).toEqual({ a: 1 })
    http.answer('POST', request.url, ({ body }: { body?: unknown }) => ({ got: body }))
    expect(await http.request({ ...request, method: 'POST', body: 2 })).toEqual({ got: 2 })
    http.answer('GET', request.url, new Error('down'))
    await expect(http.request(request)).rejects.toThrow('down')
    http.answer('GET', request.url, 'text')
    const schema = guard((value): value is number => typeof value === 'number')
    await expect(http.request({ ...request, schema })).rejects.toMatchObject({ code: 'INVALID_DATA' })
    expect(http.requests).toHaveLength(4)
  })
})

describe('fakeStorage', () => {
  it('tells other tabs of a change and not the tab that made it', () => {
    const storage = fakeStorage({ a: '1' })
    const tab = storage.openTab()
    const heard: string[] = []
    storage.subscribe?.((key) => heard.push(`here ${key}`))
    const stop = tab.subscribe?.((key) => heard.push(`there ${key}`))
    storage.set('a', '2')
    tab.remove('a')
    tab.remove('a')
    stop?.()
    storage.set('b', '1')
    expect([heard, tab.get('b'), tab.listeners]).toEqual([['there a', 'here a'], '1', 0])
  })
})

describe('fakeWallet', () => {
  const request = {
    namespaces: ['eip155'],
    networkIds: [],
    signal: new AbortController().signal,
    onChange() {},
  }

  it('throws when it was not told what to answer', async () => {
    const { connector } = fakeWallet({ accounts: [fakeAccount('eip155:1', '0xa')] })
    await expect(connector.connect(request)).rejects.toThrow(
      'The fake wallet was not told what to answer to connect.',
    )
    await expect(connector.restore?.(request)).rejects.toThrow('not told what to answer to restore')
  })
})
