// A bill that is open while what the account holds changes.
import type { Holding } from '@latchkey/kernel/contracts'
import { NativeBalances } from '@latchkey/kernel/wallet'
import { expect, it, vi } from 'vitest'
import { alice, bill, coin, ether, payBench } from '../../test/payBench.js'

async function opened() {
  const held = { coins: ether / 4n }
  const bench = payBench({
    get holdings(): readonly Holding[] {
      return [{ networkId: 'eip155:1', name: 'Coin', amount: coin(held.coins) }]
    },
  })
  await bench.connect()
  const { state } = bench.payer
  const controller = await bench.payer.load()
  bench.navigation.attach(() => true)
  const asked = bill({ asset: 'eip155:1', amount: '0.5', decimals: 18, symbol: 'COIN' })
  bench.payer.pay(asked).catch(() => {})
  await vi.waitFor(() => expect(state.ways.status).toBe('ready'))
  const own = () => state.ways.list.find(({ kind }) => kind === 'asset')
  expect(own()?.isEnough).toBe(false)
  return { ...bench, state, controller, own, held }
}

it('takes up what arrives, while the bill can be read throughout', async () => {
  const { held, clock, own, state } = await opened()
  held.coins = 3n * ether
  clock.advance(30_000)
  expect(state.ways.status).toBe('ready')
  await vi.waitFor(() => expect(own()).toMatchObject({ isEnough: true, balance: { value: 3n * ether } }))
})

it('takes up coins as soon as the page has read them anywhere', async () => {
  const { held, world, kernel, own } = await opened()
  const balances = kernel.get(NativeBalances)
  await balances.refresh('eip155:1', alice, { force: true })
  held.coins = world.coins = 3n * ether
  await balances.refresh('eip155:1', alice, { force: true })
  await vi.waitFor(() => expect(own()?.isEnough).toBe(true))
})

it('keeps what was read when it can’t be read again, and asks nobody once it is closed', async () => {
  const { world, clock, state, navigation, kernel } = await opened()
  const before = state.ways.list
  let count = 0
  world.holding = async () => {
    count += 1
    throw new Error('The node is away')
  }
  clock.advance(30_000)
  await vi.waitFor(() => expect(count).toBeGreaterThan(0))
  await vi.waitFor(() => expect(state.ways).toMatchObject({ status: 'ready' }))
  expect(state.ways.list).toEqual(before)
  const asked = count
  navigation.close()
  clock.advance(300_000)
  await Promise.resolve()
  expect(count).toBe(asked)
  await kernel.dispose()
})
