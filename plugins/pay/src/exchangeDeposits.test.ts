// The action exists while an exchange is listed and an account is connected.
import { definePlugin, Feature, type FeatureContribution, type ListReader } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { payBench } from '../test/payBench.js'
import { exchangeDeposits } from './index.js'

it('is a source of funds, which an entry that gathers them finds, once an account is connected', async () => {
  let list: ListReader | undefined
  const reader = definePlugin({
    id: 'test.reader',
    kernel: '^1.0.0',
    setup(context) {
      list = (point) => context.list(point)
    },
  })
  const bench = payBench({ plugins: [exchangeDeposits(), reader] })
  const find = () => (list as ListReader)(Feature).find(({ id }) => id === 'exchange') as FeatureContribution
  expect(find().funds).toBe('source')
  expect(find().when?.()).toBe(false)
  await bench.connect()
  expect(find().when?.()).toBe(true)
  await bench.kernel.dispose()
})
