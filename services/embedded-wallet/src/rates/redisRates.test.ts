import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Redis, startRedis } from '../../../../devstack/src/redis/index.js'
import { openRedisRates } from './redisRates.js'
import type { Rates } from './rates.js'

let redis: Redis
let rates: readonly Rates[] = []
beforeAll(async () => {
  redis = await startRedis()
  rates = await Promise.all([openRedisRates(redis.url), openRedisRates(redis.url)])
})
afterAll(async () => {
  for (const one of rates) await one.close()
  await redis.stop()
})

test('counts of instances add up, each at once with others', async () => {
  const counts = await Promise.all(
    Array.from({ length: 50 }, (_, index) => rates[index % 2]!.count('many', 60_000)),
  )
  expect(counts.sort((left, right) => left - right)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  )
  expect(await rates[1]!.read('many', 60_000)).toBe(50)
  expect(await rates[1]!.read('another', 60_000)).toBe(0)
})

test('a window ends, though it is counted in all the time, and another one begins', async () => {
  await rates[0]!.count('short', 400)
  await rates[1]!.count('short', 400)
  await expect.poll(() => rates[0]!.count('short', 400), { interval: 50, timeout: 10_000 }).toBe(1)
})

test('a pause is taken once, and again when it is over', async () => {
  const taken = await Promise.all(rates.map((one) => one.pause('mail', 300)))
  expect(taken.filter((left) => left === 0)).toHaveLength(1)
  const left = Math.max(...taken)
  const told = await rates[0]!.left('mail', 300)
  expect([told <= 300, await rates[0]!.left('another mail', 300)]).toEqual([true, 0])
  expect([left > 0, left <= 300]).toEqual([true, true])
  await expect.poll(() => rates[1]!.pause('mail', 300), { interval: 50, timeout: 10_000 }).toBe(0)
})

test('while Redis is away each count fails, and none waits for it', async () => {
  const own = await startRedis()
  const lonely = await openRedisRates(own.url)
  expect(await lonely.count('mail', 60_000)).toBe(1)
  await own.stop()
  for (let round = 0; round < 3; round += 1) {
    await expect(lonely.count('mail', 60_000)).rejects.toThrow(/./)
    await expect(lonely.pause('mail', 60_000)).rejects.toThrow(/./)
  }
  await lonely.close()
})
