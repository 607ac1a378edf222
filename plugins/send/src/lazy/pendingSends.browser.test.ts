// Tabs of one site share its storage and its locks; two kernels in one page do, too.
import { Notifications } from '@latchkey/kernel/wallet'
import { fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { bob, holdings, sendBench } from '../../test/sendBench.js'
import { send, Sender } from '../index.js'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function tab(storage: ReturnType<typeof fakeStorage>) {
  const bench = sendBench({ plugins: [send()], storage })
  cleanups.push(() => bench.kernel.dispose())
  await bench.connect()
  const toasts = () => bench.kernel.get(Notifications).state.toasts.map(({ message }) => message)
  return { ...bench, toasts }
}

async function sendingTab(storage: ReturnType<typeof fakeStorage>) {
  const bench = await tab(storage)
  const controller = await bench.kernel.get(Sender).load()
  await controller.loadBalances()
  controller.chooseToken(holdings[0]!)
  controller.setAmount('0.5')
  controller.setReceiver(bob)
  expect(await controller.preview()).toBe(true)
  const confirmed = controller.confirm()
  await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
  bench.chain.answer('approve')
  await confirmed
  return bench
}

/** How many tabs wait for another one, or follow, as the browser tells. */
async function locks() {
  const { held = [], pending = [] } = await navigator.locks.query()
  const own = (all: LockInfo[]) => all.filter(({ name }) => name?.startsWith('latchkey.send')).length
  return { held: own(held), pending: own(pending) }
}

it('one tab follows a send, and every tab learns once how it ended', async () => {
  const storage = fakeStorage()
  const sending = await sendingTab(storage)
  const second = await tab(storage)
  const third = await tab(storage)
  await vi.waitFor(async () => expect(await locks()).toEqual({ held: 1, pending: 2 }))
  sending.chain.decide('confirmed')
  for (const other of [second, third]) {
    await vi.waitFor(() => expect(other.told()).toEqual(['TRANSACTION_SETTLED']))
    expect(other.chain.followed).toEqual([])
    expect(other.toasts()).toEqual([])
  }
  expect(sending.told().slice(-2)).toEqual(['TRANSACTION_SETTLED', 'SEND_SUCCESS'])
  await vi.waitFor(async () => expect(await locks()).toEqual({ held: 0, pending: 0 }))
})

it('the next tab follows it when the one that did is closed', async () => {
  const storage = fakeStorage()
  const sending = await sendingTab(storage)
  const second = await tab(storage)
  const third = await tab(storage)
  await vi.waitFor(async () => expect(await locks()).toEqual({ held: 1, pending: 2 }))
  await sending.kernel.dispose()
  await vi.waitFor(() => expect(second.chain.followed.length + third.chain.followed.length).toBe(1))
  const [follower, other] = second.chain.followed.length === 1 ? [second, third] : [third, second]
  follower!.chain.decide('confirmed')
  await vi.waitFor(() => expect(follower!.told()).toEqual(['TRANSACTION_SETTLED', 'SEND_SUCCESS']))
  await vi.waitFor(() => expect(other!.told()).toEqual(['TRANSACTION_SETTLED']))
  expect(other!.chain.followed).toEqual([])
})
