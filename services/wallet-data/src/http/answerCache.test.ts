import { expect, it } from 'vitest'
import { type AnswerCache, type AnswerCacheOptions, createAnswerCache } from './answerCache.js'

/** Answers as texts. */
function createCache(options: AnswerCacheOptions): AnswerCache & {
  read(...asked: Parameters<AnswerCache['get']>): Promise<string>
} {
  const cache = createAnswerCache(options)
  return {
    ...cache,
    read: async (...asked) => new TextDecoder().decode(await cache.get(...asked)),
  }
}

function counted(text = 'answer') {
  let count = 0
  return {
    load: async () => `${text} ${++count}`,
    count: () => count,
  }
}

it('shares one answer among those who ask at one time, and keeps it for its time', async () => {
  let now = 0
  const cache = createCache({ milliseconds: 100, now: () => now })
  const { load, count } = counted()
  const both = await Promise.all([cache.read('a', 'q', load), cache.read('a', 'q', load)])
  expect(both).toEqual(['answer 1', 'answer 1'])
  now = 99
  expect(await cache.read('a', 'q', load)).toBe('answer 1')
  now = 100
  expect(await cache.read('a', 'q', load)).toBe('answer 2')
  expect(count()).toBe(2)
})

it('keeps answers of different questions and addresses apart', async () => {
  const cache = createCache({ milliseconds: 100 })
  const { load } = counted()
  expect(await cache.read('a', 'usd', load)).toBe('answer 1')
  expect(await cache.read('a', 'eur', load)).toBe('answer 2')
  expect(await cache.read('b', 'usd', load)).toBe('answer 3')
})

it('does not keep an answer that was asked for before it was forgotten', async () => {
  const cache = createCache({ milliseconds: 100 })
  let finish = (_text: string) => {}
  const old = cache.read('a', 'q', () => new Promise((resolve) => (finish = resolve)))
  cache.forget('a')
  finish('old')
  expect(await old).toBe('old')
  expect(await cache.read('a', 'q', async () => 'new')).toBe('new')
  cache.forgetAll()
  expect(await cache.read('a', 'q', async () => 'newest')).toBe('newest')
})

it('does not keep failures', async () => {
  const cache = createCache({ milliseconds: 100 })
  await expect(cache.read('a', 'q', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await cache.read('a', 'q', async () => 'up')).toBe('up')
})

it('drops the oldest answers above its size', async () => {
  const cache = createCache({ milliseconds: 100, size: 2_500, now: () => 0 })
  const { load, count } = counted('0123456')
  for (const address of ['a', 'b', 'c']) await cache.read(address, 'q', load)
  expect(await cache.read('c', 'q', load)).toBe('0123456 3')
  expect(await cache.read('a', 'q', load)).toBe('0123456 4')
  expect(count()).toBe(4)
})

it('is never larger than its size, keys and empty answers counted', async () => {
  const cache = createCache({ milliseconds: 100, size: 100_000, now: () => 0 })
  for (let index = 0; index < 10_000; index += 1) {
    await cache.read(`0x${String(index).padStart(40, '0')}`, 'usd', async () => '{}')
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
  }
  expect(cache.bytes()).toBeGreaterThan(50_000)
})

it('counts questions that nobody has answered yet', () => {
  const cache = createCache({ milliseconds: 100, size: 100_000, now: () => 0 })
  for (let index = 0; index < 10_000; index += 1) void cache.read(`${index}`, '', () => new Promise(() => {}))
  expect(cache.bytes()).toBeLessThanOrEqual(101_000)
})

it('has nothing left of what expired, whoever asks next', async () => {
  let now = 0
  const cache = createCache({ milliseconds: 100, now: () => now })
  for (let index = 0; index < 1_000; index += 1) await cache.read(`${index}`, '', async () => 'x'.repeat(100))
  const full = cache.bytes()
  now = 100
  await cache.read('another', '', async () => '')
  expect(cache.bytes()).toBeLessThan(full / 500)
  cache.forget('another')
  expect(cache.bytes()).toBe(0)
})

it('gives the bytes of a text, in memory of their own', async () => {
  const cache = createAnswerCache({ milliseconds: 100 })
  const answer = await cache.get('a', 'q', async () => 'é😀"')
  expect(Buffer.from(answer).toString()).toBe('é😀"')
  expect(answer.buffer.byteLength).toBe(answer.byteLength)
  expect(await cache.get('a', 'q', async () => 'another')).toBe(answer)
})

it('forgets all when what answers are made of has another version, and keeps nothing without one', async () => {
  let version: number | undefined = 1
  const cache = createCache({ milliseconds: 100, now: () => 0, version: () => version })
  const { load, count } = counted()
  await cache.read('a', 'q', load)
  await cache.read('b', 'q', load)
  expect(await cache.read('a', 'q', load)).toBe('answer 1')
  version = 2
  expect(await cache.read('b', 'q', load)).toBe('answer 3')
  expect(await cache.read('a', 'q', load)).toBe('answer 4')
  version = undefined
  expect(await cache.read('a', 'q', load)).toBe('answer 5')
  expect(await cache.read('a', 'q', load)).toBe('answer 6')
  version = 2
  expect(await cache.read('a', 'q', load)).toBe('answer 7')
  expect(await cache.read('a', 'q', load)).toBe('answer 7')
  expect(count()).toBe(7)
})

it('does not give an answer that was asked for before another version to who asks after it', async () => {
  let version = 1
  let finish = (_text: string) => {}
  const cache = createCache({ milliseconds: 100, version: () => version })
  const old = cache.read('a', 'q', () => new Promise((resolve) => (finish = resolve)))
  version = 2
  const asked = cache.read('a', 'q', async () => 'new')
  finish('old')
  expect([await old, await asked]).toEqual(['old', 'new'])
  expect(await cache.read('a', 'q', async () => 'newest')).toBe('new')
})

it('shares an answer that is true at this moment only among those who ask at one time, and keeps none', async () => {
  const cache = createCache({ milliseconds: 100, now: () => 0 })
  let count = 0
  const load = async () => ({ text: `answer ${++count}`, isPassing: true as const })
  const both = await Promise.all([cache.read('a', 'q', load), cache.read('a', 'q', load)])
  expect(both).toEqual(['answer 1', 'answer 1'])
  expect(cache.bytes()).toBe(0)
  expect(await cache.read('a', 'q', load)).toBe('answer 2')
})
