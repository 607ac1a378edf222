// Storage that is full or refused, in one tab of two.
import { type FakeStorage, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { bob, carol, holdings, sendBench } from '../../test/sendBench.js'
import { send, Sender } from '../index.js'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function page(storage: FakeStorage | ReturnType<typeof full>) {
  const bench = sendBench({ plugins: [send()], storage })
  cleanups.push(() => bench.kernel.dispose())
  await bench.connect()
  const { state, load } = bench.kernel.get(Sender)
  const controller = await load()
  await controller.loadBalances()
  return { ...bench, state, controller, warnings: () => state.warnings.map(({ code }) => code) }
}

/** The same storage, where there's no room for one list more. */
const full = (storage: FakeStorage) => ({
  get: (key: string) => storage.get(key),
  remove: (key: string) => storage.remove(key),
  set(key: string, value: string) {
    if (key.includes('unanswered')) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
    storage.set(key, value)
  },
})

async function lose(bench: Awaited<ReturnType<typeof page>>, to: string) {
  bench.controller.chooseToken(holdings[0]!)
  bench.controller.setAmount('0.5')
  bench.controller.setReceiver(to)
  expect(await bench.controller.preview()).toBe(true)
  const confirmed = bench.controller.confirm(undefined, bench.state.preview?.dangers)
  await vi.waitFor(() => expect(bench.state.phase).toBe('signing'))
  bench.chain.answer({ reject: new Error('Internal error') })
  await confirmed
  bench.controller.reset()
}

it('what one tab remembers is not lost where another tab finds the storage full', async () => {
  const storage = fakeStorage()
  const first = await page(storage)
  await lose(first, bob)
  const second = await page(full(storage))
  await lose(second, carol)
  second.controller.setReceiver(carol)
  expect(second.warnings()).toContain('SEND_MAY_REPEAT')
  first.controller.setReceiver(bob)
  expect(first.warnings()).toContain('SEND_MAY_REPEAT')
})
