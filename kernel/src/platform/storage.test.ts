import { describe, expect, it } from 'vitest'
import { parse } from './parse.js'
import { fakeStorage } from '../testing/index.js'
import { createLog } from './log.js'
import { createStorage, guard, storageKey } from './storage.js'

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'number')
const Numbers = storageKey('numbers', guard(isNumbers))

function setUp(adapter = fakeStorage(), kernelId = 'shop') {
  const problems: string[] = []
  const messages: string[] = []
  const storage = createStorage({
    kernelId,
    adapter,
    log: createLog('silent', kernelId),
    onProblem: ({ key, code, message }) => {
      problems.push(`${key} ${code}`)
      messages.push(message)
    },
  })
  return { adapter, storage, problems, messages }
}

const quota = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' })

describe('createStorage', () => {
  it("writes under the kernel's own prefix", () => {
    const { adapter, storage } = setUp()
    storage.write(Numbers, [1, 2])
    expect([...adapter.values]).toEqual([['shop:numbers', '[1,2]']])
    expect(storage.read(Numbers)).toEqual([1, 2])
    expect(setUp(adapter, 'other').storage.read(Numbers)).toBeUndefined()
    storage.remove(Numbers)
    expect([...adapter.values]).toEqual([])
  })

  it.each([['{"broken'], ['"foreign"'], ['{}'], ['[1,"2"]'], ['null'], [''], ['undefined']])(
    'drops and reports %s, which is not what it wrote',
    (text) => {
      const { adapter, storage, problems, messages } = setUp(fakeStorage({ 'shop:numbers': text }))
      expect(storage.read(Numbers)).toBeUndefined()
      expect(adapter.values.size).toBe(0)
      expect(problems).toEqual(['numbers STORAGE_CORRUPT'])
      expect(messages).toEqual(['Stored data was damaged or came from another program, so it was dropped.'])
      expect(storage.read(Numbers)).toBeUndefined()
      expect(problems).toHaveLength(1)
    },
  )

  it('keeps a value in memory when the browser is full, until it has room again', () => {
    const { adapter, storage, problems, messages } = setUp(fakeStorage({ 'shop:numbers': '[1]' }))
    adapter.refuse(quota())
    storage.write(Numbers, [2])
    expect(problems).toEqual(['numbers STORAGE_FULL'])
    expect(messages[0]).toBe(
      'The browser has no room left for this page, so the latest change will not survive a reload.',
    )
    expect(storage.read(Numbers)).toEqual([2])
    adapter.refuse()
    expect(storage.read(Numbers)).toEqual([2])
    storage.write(Numbers, [3])
    expect(adapter.values.get('shop:numbers')).toBe('[3]')
  })

  it('keeps both what another tab stores and what the browser refuses, for a key that puts them together', () => {
    const united = storageKey('numbers', Numbers.schema, {
      unite: (stored, unsaved) => [...unsaved, ...stored],
    })
    const adapter = fakeStorage({ 'shop:numbers': '[1]' })
    const [{ storage }, other] = [setUp(adapter), setUp(adapter)]
    adapter.refuse(quota())
    storage.write(united, [2])
    expect(adapter.values.get('shop:numbers')).toBe('[1]')
    adapter.refuse()
    other.storage.write(united, [3])
    expect(storage.read(united)).toEqual([2, 3])
    adapter.values.set('shop:numbers', '{}')
    expect([storage.read(united), storage.read(united)]).toEqual([[2], [2]])
    storage.write(united, [4])
    expect([storage.read(united), adapter.values.get('shop:numbers')]).toEqual([[4], '[4]'])
  })

  it('lives in memory, and says so, when the browser lets nothing be stored', () => {
    const { adapter, storage, problems, messages } = setUp()
    adapter.refuse(new Error('The operation is insecure.'))
    expect(storage.read(Numbers)).toBeUndefined()
    storage.write(Numbers, [1])
    expect(storage.read(Numbers)).toEqual([1])
    storage.remove(Numbers)
    expect(storage.read(Numbers)).toBeUndefined()
    expect([...new Set(problems)]).toEqual(['numbers STORAGE_BLOCKED'])
    expect(messages[0]).toBe(
      'The browser does not let this page store data, so the connection will not survive a reload.',
    )
  })

  it("reads Firefox's own name for a full storage", () => {
    const { adapter, storage, problems } = setUp()
    adapter.refuse(Object.assign(new Error(), { name: 'NS_ERROR_DOM_QUOTA_REACHED' }))
    storage.write(Numbers, [1])
    expect(problems).toEqual(['numbers STORAGE_FULL'])
  })

  it('takes undefined for nothing', () => {
    const { adapter, storage } = setUp()
    const Anything = storageKey(
      'anything',
      guard((value): value is unknown => value !== null),
    )
    storage.write(Anything, 1)
    storage.write(Anything, undefined)
    expect(adapter.values.size).toBe(0)
  })

  it('tells of changes of the key by other tabs, and of no others', () => {
    const { adapter, storage } = setUp()
    const tab = adapter.openTab()
    let heard = 0
    const stop = storage.watch(Numbers, () => void heard++)
    storage.write(Numbers, [1])
    tab.set('shop:other', '1')
    tab.set('else:numbers', '1')
    expect(heard).toBe(0)
    tab.set('shop:numbers', '[2]')
    expect(heard).toBe(1)
    expect(storage.read(Numbers)).toEqual([2])
    stop()
    tab.set('shop:numbers', '[3]')
    expect(heard).toBe(1)
    expect(adapter.listeners).toBe(0)
  })

  it('watches nothing where storage cannot tell', () => {
    const { get, set, remove } = fakeStorage()
    const storage = createStorage({
      kernelId: 'shop',
      adapter: { get, set, remove },
      log: createLog('silent', 'shop'),
      onProblem: () => {},
    })
    expect(() => storage.watch(Numbers, () => {})()).not.toThrow()
  })
})

describe('guard', () => {
  it('is a schema of its type guard', () => {
    expect(parse(guard(isNumbers), [1], 'x')).toEqual([1])
    expect(() => parse(guard(isNumbers), 'no', 'The stored list')).toThrow(
      'The stored list does not have the expected form.',
    )
  })
})
