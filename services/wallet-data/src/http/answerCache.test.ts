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
  const cache = createAnswerCache({ milliseconds: 100, size: 1_500, now: () => 0 })
  const { load, count } = counted('0123456')
  for (const address of ['a', 'b', 'c']) await cache.get(address, 'q', load)
  expect(await cache.get('c', 'q', load)).toBe('0123456 3')
  expect(await cache.get('a', 'q', load)).toBe('0123456 4')
  expect(count()).toBe(4)
})

it('is never larger than its size, keys and empty answers counted', async () => {
  const cache = createAnswerCache({ milliseconds: 100, size: 100_000, now: () => 0 })
  for (let index = 0; index < 10_000; index += 1) {
    await cache.get(`0x${String(index).padStart(40, '0')}`, 'usd', async () => '{}')
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
  }
  expect(cache.bytes()).toBeGreaterThan(50_000)
})

it('counts questions that nobody has answered yet', () => {
  const cache = createAnswerCache({ milliseconds: 100, size: 100_000, now: () => 0 })
  for (let index = 0; index < 10_000; index += 1) void cache.get(`${index}`, '', () => new Promise(() => {}))
  expect(cache.bytes()).toBeLessThanOrEqual(101_000)
})

it('has nothing left of what expired, whoever asks next', async () => {
  let now = 0
  const cache = createAnswerCache({ milliseconds: 100, now: () => now })
  for (let index = 0; index < 1_000; index += 1) await cache.get(`${index}`, '', async () => 'x'.repeat(100))
  const full = cache.bytes()
  now = 100
  await cache.get('another', '', async () => '')
  expect(cache.bytes()).toBeLessThan(full / 500)
  cache.forget('another')
  expect(cache.bytes()).toBe(0)
})
