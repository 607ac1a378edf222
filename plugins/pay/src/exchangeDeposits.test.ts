// The action exists while an exchange is listed and an account is connected.
import { definePlugin, Feature, type FeatureContribution, type ListReader } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { payBench, type PayBenchOptions } from '../test/payBench.js'
import { exchangeDeposits } from './index.js'

function readFeature(options: PayBenchOptions = {}) {
  let list: ListReader | undefined
  const reader = definePlugin({
    id: 'test.reader',
    kernel: '^1.0.0',
    setup(context) {
      list = (point) => context.list(point)
    },
  })
  const bench = payBench({ ...options, plugins: [exchangeDeposits(), reader] })
  const find = () => (list as ListReader)(Feature).find(({ id }) => id === 'exchange') as FeatureContribution
  return { bench, find }
}

it('is a source of funds, which an entry that gathers them finds, once an account is connected', async () => {
  const { bench, find } = readFeature()
  expect(find().funds).toBe('source')
  expect(find().when?.()).toBe(false)
  await bench.connect()
  expect(find().when?.()).toBe(true)
  await bench.kernel.dispose()
})

it('is not there for an account that is only watched, and the payer itself refuses to deposit to it', async () => {
  const { bench, find } = readFeature({ kind: 'watching' })
  await bench.connect()
  expect(find().when?.()).toBe(false)
  const controller = await bench.payer.load()
  expect(await controller.readDepositAssets()).toEqual([])
  const asset = { asset: 'eip155:1', name: 'Coin', decimals: 18, symbol: 'COIN' }
  const exchange = {
    ...{ id: 'test.exchange', name: 'Example Exchange', supports: () => true },
    async link() {
      bench.world.links += 1
      return { url: 'https://exchange.example/pay/7', session: 'session-7' }
    },
    status: async () => bench.world.exchange,
  }
  await expect(controller.deposit(exchange, asset, '1')).rejects.toMatchObject({ code: 'PAY_DEPOSIT_UNFIT' })
  expect(bench.world.links).toBe(0)
  await bench.kernel.dispose()
})
