import { UserRejectedError } from '@latchkey/kernel/plugin'
import { fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { mallory, sendBench, type SendBenchOptions } from '../../test/sendBench.js'
import { alice, bob, cat, testCollectibles } from '../../test/testCollectibles.js'
import { CollectibleSender, send, Sender } from '../index.js'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function started(options: SendBenchOptions = {}) {
  const data = testCollectibles()
  const bench = sendBench({ plugins: [send()], ...options, capabilities: data.capabilities })
  cleanups.push(() => bench.kernel.dispose())
  await bench.connect()
  const sender = bench.kernel.get(CollectibleSender)
  const controller = await sender.load()
  const phase = () => sender.state.sending?.phase
  /** Until the chain has taken it, and the collection was asked once. */
  async function sent() {
    const sending = controller.send(await controller.prepare({ item: cat(), to: bob, amount: 1n }))
    data.answer('approve')
    await sending
    data.decide({ status: 'confirmed' })
    await settle()
  }
  /** Time passes in steps, so that what is due is done before more of it passes. */
  async function pass(duration: number) {
    for (let passed = 0; passed < duration; passed += 500) {
      bench.clock.advance(500)
      await settle()
    }
  }
  return { ...bench, data, controller, phase, sent, pass }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

it('moved although a node that is a block behind says otherwise at first', async () => {
  const { data, phase, sent, pass } = await started()
  await sent()
  await pass(12_000)
  expect(phase()).toBe('pending')
  data.owned.set(alice, 0n).set(bob, 1n)
  await pass(1_500)
  expect(phase()).toBe('confirmed')
})

it('did not move where the collection says so for longer than a block takes', async () => {
  const { phase, sent, pass } = await started()
  await sent()
  await pass(20_000)
  expect(phase()).toBe('unmoved')
})

it('warns of a receiver that looks like a recent one although somebody had it watched', async () => {
  const { controller, sent } = await started({ watched: [mallory] })
  await sent()
  const { warnings } = await controller.prepare({ item: cat(), to: mallory, amount: 1n })
  expect(warnings).toMatchObject([{ code: 'ADDRESS_LOOKALIKE', needsConsent: true }])
})

const wanted = { item: cat({ count: 9n }), to: bob, amount: 1n }

it('asks no wallet where another tab has asked for a send to the same receiver since the review', async () => {
  const storage = fakeStorage()
  const first = await started({ storage })
  const second = await started({ storage })
  const prepared = await second.controller.prepare(wanted)
  void first.controller.send(await first.controller.prepare(wanted))
  await settle()
  expect(first.phase()).toBe('asking')
  void second.controller.send(prepared)
  await settle()
  expect(second.phase()).toBe('refused')
  const again = await second.controller.prepare(wanted)
  expect(again.warnings).toMatchObject([{ code: 'SEND_MAY_REPEAT', needsConsent: true }])
  void second.controller.send(again)
  await settle()
  expect(second.phase()).toBe('refused')
  void second.controller.send(again, again.dangers)
  await settle()
  expect(second.phase()).toBe('asking')
})

it('tells that one was sent after the user stopped waiting', async () => {
  const { controller, data, phase } = await started()
  const sending = controller.send(await controller.prepare(wanted))
  await settle()
  controller.dismiss()
  const reviewed = await controller.prepare(wanted)
  data.answer('approve')
  await sending
  const { warnings } = await controller.prepare(wanted)
  expect(warnings).toMatchObject([{ code: 'SEND_SENT_AFTER_ALL', needsConsent: true }])
  void controller.send(reviewed)
  await settle()
  expect(phase()).toBe('refused')
})

it('warns of one that a wallet had and didn’t answer, in the form of coins, too', async () => {
  const { kernel, data, controller, phase } = await started()
  const wanted = { item: cat(), to: bob, amount: 1n }
  const sending = controller.send(await controller.prepare(wanted))
  data.answer({ reject: new Error('Internal error') })
  await sending
  expect(phase()).toBe('lost')
  const { warnings } = await controller.prepare(wanted)
  expect(warnings).toMatchObject([
    { code: 'SEND_MAY_REPEAT', needsConsent: true, parameters: { amount: { value: 1n, decimals: 0 } } },
  ])
  await kernel.get(Sender).load()
  expect(kernel.get(Sender).state.warnings).toMatchObject([{ code: 'SEND_UNANSWERED' }])

  const declining = controller.send(await controller.prepare({ ...wanted, to: mallory }))
  data.answer({ reject: new UserRejectedError() })
  await declining
  const other = await controller.prepare({ ...wanted, to: mallory })
  expect(other.warnings.map(({ code }) => code)).not.toContain('SEND_MAY_REPEAT')
})
