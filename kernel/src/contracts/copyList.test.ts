import { describe, expect, it } from 'vitest'
import { copyList } from './copyList.js'
import { endlessList } from '../testing/index.js'

it('copies a list, so that a later change of it is not seen', () => {
  const given = [1, 'two', undefined]
  const copy = copyList(given, 3)
  given.push('four')
  expect(copy).toEqual([1, 'two', undefined])
})

it('reads each entry once, and what the list calls its methods never', () => {
  const reads: PropertyKey[] = []
  const list = new Proxy(['a', 'b'], {
    get(target, key) {
      reads.push(key)
      return Reflect.get(target, key) as unknown
    },
  })
  expect(copyList(list, 10)).toEqual(['a', 'b'])
  expect(reads).toEqual(['length', '0', '1'])
})

it('does not walk a list that is too long', () => {
  const { list, reads } = endlessList()
  expect(copyList(list, 1_000)).toBeUndefined()
  expect(reads()).toBe(1)
})

describe('what is no list that can be read', () => {
  const revoked = Proxy.revocable([], {})
  revoked.revoke()
  const lying = (length: unknown) =>
    new Proxy([], { get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)) })
  it.each([
    ['nothing', undefined],
    ['an object with a length', { length: 1, 0: 'a' }],
    ['text', 'abc'],
    ['a revoked proxy', revoked.proxy],
    ['a length that is text', lying('2')],
    ['a length that is no number', lying(Number.NaN)],
    ['a length below zero', lying(-1)],
    [
      'an entry that throws',
      Object.defineProperty(['a'], 0, {
        get() {
          throw new Error('no')
        },
      }),
    ],
  ])('is undefined: %s', (_, value) => {
    expect(copyList(value, 10)).toBeUndefined()
  })
})
