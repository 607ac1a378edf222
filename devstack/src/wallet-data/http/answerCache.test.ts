import { expect, it } from 'vitest'
import { createAnswerCache } from './answerCache.js'

function counted(text = 'answer') {
  let count = 0
  return {
    load: async () => `${text} ${++count}`,
    count: () => count,
  }
}

it('shares one answer among those who ask at one time, and keeps it for its time', async () => {
  let now = 0
  const cache = createAnswerCache({ milliseconds: 100, now: () => now })
  const { load, count } = counted()
  const both = await Promise.all([cache.get('a', 'q', load), cache.get('a', 'q', load)])
  expect(both).toEqual(['answer 1', 'answer 1'])
  now = 99
  expect(await cache.get('a', 'q', load)).toBe('answer 1')
  now = 100
  expect(await cache.get('a', 'q', load)).toBe('answer 2')
  expect(count()).toBe(2)
})

it('keeps answers of different questions and addresses apart', async () => {
  const cache = createAnswerCache({ milliseconds: 100 })
  const { load } = counted()
  expect(await cache.get('a', 'usd', load)).toBe('answer 1')
  expect(await cache.get('a', 'eur', load)).toBe('answer 2')
  expect(await cache.get('b', 'usd', load)).toBe('answer 3')
})

it('does not keep an answer that was asked for before it was forgotten', async () => {
  const cache = createAnswerCache({ milliseconds: 100 })
  let finish = (_text: string) => {}
  const old = cache.get('a', 'q', () => new Promise((resolve) => (finish = resolve)))
  cache.forget('a')
  finish('old')
  expect(await old).toBe('old')
  expect(await cache.get('a', 'q', async () => 'new')).toBe('new')
  cache.forgetAll()
  expect(await cache.get('a', 'q', async () => 'newest')).toBe('newest')
})

it('does not keep failures', async () => {
  const cache = createAnswerCache({ milliseconds: 100 })
  await expect(cache.get('a', 'q', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.get('a', 'q', async () => 'up')).toBe('up')
})

it('drops the oldest answers above its size', async () => {
  const cache = createAnswerCache({ milliseconds: 100, size: 25 })
  const { load, count } = counted('0123456')
  for (const address of ['a', 'b', 'c']) await cache.get(address, 'q', load)
  expect(await cache.get('c', 'q', load)).toBe('0123456 3')
  expect(await cache.get('a', 'q', load)).toBe('0123456 4')
  expect(count()).toBe(4)
})
