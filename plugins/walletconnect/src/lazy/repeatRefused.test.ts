import { fakeClock } from '@latchkey/kernel/testing'
import { expect, it } from 'vitest'
import { type Publisher, repeatRefused } from './repeatRefused.js'

const refusal = { code: -32000, message: 'Not today.' }

/** The library's publisher as far as it's used, and what its relay says. */
function bench() {
  const clock = fakeClock()
  const published: unknown[] = []
  let answer: () => unknown = () => true
  const publisher: Publisher = {
    queue: new Map(),
    checkQueue: () => undefined,
    async rpcPublish(request) {
      published.push(request)
      return answer()
    },
  }
  const refusals = repeatRefused(publisher, clock)
  const told: string[] = []
  refusals.subscribe('topic', (reason) => told.push(reason))
  return {
    ...{ clock, publisher, published, refusals, told },
    say(next: () => unknown) {
      answer = next
    },
    /** As the library does: asks once, and queues what failed. */
    async publish(topic = 'topic') {
      const request = { id: topic, params: { topic } }
      await publisher
        .rpcPublish(request, {})
        .catch(() => publisher.queue.set(topic, { request, opts: {}, attempt: 1 }))
    },
    async nextRound(time = 5_000) {
      clock.advance(time)
      publisher.checkQueue()
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}

const refuse = () => {
  throw refusal
}

it('gives a message up that the relay refused for ten seconds, and sends it no more', async () => {
  const { clock, say, publish, nextRound, refusals, told, published } = bench()
  say(refuse)
  await publish()
  expect(refusals.reason).toBe('Not today.')
  await nextRound()
  expect([told, published.length]).toEqual([[], 2])
  await nextRound()
  expect(told).toEqual(['Not today.'])
  const sent = published.length
  say(() => true)
  await nextRound()
  await nextRound()
  expect(published).toHaveLength(sent)
  expect(clock.pending).toBe(0)
})

it('sends a message that was refused twice', async () => {
  const { say, publish, nextRound, refusals, told } = bench()
  say(refuse)
  await publish()
  await nextRound()
  say(() => true)
  await nextRound(4_000)
  await nextRound()
  expect([told, refusals.reason]).toEqual([[], undefined])
})

it('tells nobody of a way to the relay that broke, or of another topic', async () => {
  const { say, publish, clock, told } = bench()
  say(() => {
    throw new Error('socket hang up')
  })
  await publish()
  clock.advance(60_000)
  say(refuse)
  await publish('another')
  clock.advance(60_000)
  expect(told).toEqual([])
})
