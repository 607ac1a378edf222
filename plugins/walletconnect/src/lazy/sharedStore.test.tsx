// In a real browser: IndexedDB and Web Locks, as tabs share them.
import type { LogService } from '@latchkey/kernel/plugin'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pageStore } from './pageStore.js'
import { sharedStore } from './sharedStore.js'

const log: LogService = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
const key = () => `test ${crypto.randomUUID()}`
const entry = (topic: string) => ({ topic })

async function openTab() {
  return sharedStore(await pageStore(log))
}

afterEach(() => vi.unstubAllGlobals())

describe('tabs that write to one store', () => {
  it('lose nothing, however many write at once', async () => {
    const name = key()
    const tabs = await Promise.all(Array.from({ length: 5 }, openTab))
    await Promise.all(tabs.map((tab) => tab.getItem(name)))
    const writes = tabs.flatMap((tab, index) =>
      Array.from({ length: 20 }, (_, count) =>
        tab.setItem(
          name,
          Array.from({ length: count + 1 }, (_, topic) => entry(`${index} ${topic}`)),
        ),
      ),
    )
    await Promise.all(writes)
    expect(await tabs[0]?.getItem(name)).toHaveLength(100)
  })

  it('read what another wrote, and what is gone is gone', async () => {
    const name = key()
    const [one, other] = [await openTab(), await openTab()]
    await one.setItem(name, [entry('a')])
    expect(await other.getItem(name)).toEqual([entry('a')])
    expect(await other.getKeys()).toContain(name)
    expect(await other.getEntries()).toContainEqual([name, [entry('a')]])
    await other.removeItem(name)
    expect(await one.getItem(name)).toBeUndefined()
  })

  it('write nothing where they changed nothing, and keep what another wrote meanwhile', async () => {
    const name = key()
    const held = await pageStore(log)
    const write = vi.spyOn(held, 'setItem')
    const [one, other] = [sharedStore(held), await openTab()]
    await one.setItem(name, [entry('a')])
    await other.getItem(name)
    await other.setItem(name, [entry('a'), entry('b')])
    await one.setItem(name, [entry('a')])
    expect(write).toHaveBeenCalledTimes(1)
    await one.setItem(name, [entry('a'), entry('c')])
    expect((await one.getItem<{ topic: string }[]>(name))?.map(({ topic }) => topic).sort()).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('do not wait for a write of another collection', async () => {
    const held = await pageStore(log)
    const tab = sharedStore(held)
    const [slow, quick] = [key(), key()]
    vi.spyOn(held, 'getItem').mockReturnValueOnce(new Promise(() => undefined))
    void tab.setItem(slow, [entry('a')])
    await tab.setItem(quick, [entry('b')])
    expect(await tab.getItem(quick)).toEqual([entry('b')])
  })

  it('keep what was written before the page is told so', async () => {
    const name = key()
    const one = await openTab()
    void one.setItem(name, [entry('a')])
    await one.written()
    expect(await (await openTab()).getItem(name)).toEqual([entry('a')])
  })

  it('go on after a write that failed', async () => {
    const held = await pageStore(log)
    const full = vi.spyOn(held, 'setItem')
    const tab = sharedStore(held)
    const name = key()
    await tab.setItem(name, [entry('other')])
    full.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
    await expect(tab.setItem(name, [entry('other'), entry('a')])).rejects.toThrow('full')
    await tab.setItem(name, [entry('other'), entry('a')])
    expect(await tab.getItem(name)).toEqual([entry('other'), entry('a')])
    full.mockRestore()
  })

  it('store numbers beyond JSON as text', async () => {
    const name = key()
    const tab = await openTab()
    await tab.setItem(name, { params: new Proxy([{ value: 2n ** 70n }], {}) })
    expect(await tab.getItem(name)).toEqual({ params: [{ value: `${2n ** 70n}` }] })
  })
})

describe('a page that may not store', () => {
  it('keeps its session in memory, and says so', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
    const name = key()
    const tab = sharedStore(await pageStore(log))
    await tab.setItem(name, [entry('a')])
    expect(await tab.getItem(name)).toEqual([entry('a')])
    expect(await tab.getEntries()).toEqual([[name, [entry('a')]]])
    expect(vi.mocked(log.warn).mock.calls.map(([message]) => message)).toMatchInlineSnapshot(`
      [
        "This page may not store anything: a WalletConnect session ends when it is closed or reloaded.",
      ]
    `)
  })
})
