import { memoryStorage } from '@latchkey/kernel'
import { Storage } from '@latchkey/kernel/plugin'
import { createUnansweredTransfers } from '@latchkey/kernel/transaction'
import { expect, it, vi } from 'vitest'
import { bill, bob, payBench, type PayBenchOptions } from '../../test/payBench.js'
import { paymentDangers } from '../index.js'

const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 1 })

async function start(options: PayBenchOptions = {}) {
  const bench = payBench(options)
  await bench.connect()
  const controller = await bench.payer.load()
  const { state } = bench.payer
  async function review(asked = bill()) {
    bench.payer.pay(asked).catch(() => {})
    await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
    expect(await controller.choose(state.ways.list.find(({ kind }) => kind === 'asset')!)).toBe(true)
  }
  return { ...bench, state, controller, review }
}
