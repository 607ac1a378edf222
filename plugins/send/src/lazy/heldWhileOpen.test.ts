// A form that is open while what the account holds changes.
import type { Holding } from '@latchkey/kernel/contracts'
import { NativeBalances, SendCollectibleRoute } from '@latchkey/kernel/wallet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { alice, bob, ether, holdings, sendBench, usdToken } from '../../test/sendBench.js'
import { cat, testCollectibles } from '../../test/testCollectibles.js'
import { CollectibleSender, send, Sender } from '../index.js'
import { checkDraft } from './checkDraft.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const [native, dollar] = holdings as [Holding, Holding]
const dollars = (value: bigint): Holding => ({ ...dollar, amount: { ...dollar.amount, value } })

async function opened(read: () => Promise<readonly Holding[]>) {
  const bench = sendBench({ plugins: [send()], holdings: read })
  cleanup = () => bench.kernel.dispose()
  bench.navigation.attach(() => true)
  await bench.connect()
  const sender = bench.kernel.get(Sender)
  const controller = await sender.load()
  await sender.open()
  await controller.loadBalances()
  return { ...bench, controller, state: sender.state }
}

it('takes up tokens that arrive, without losing what was typed', async () => {
  let held = [native, dollars(10_000_000n)]
  const { controller, state, clock } = await opened(async () => held)
  controller.chooseToken(state.balances.holdings.find(({ address }) => address === usdToken)!)
  controller.setAmount('25')
  controller.setReceiver(bob)
  await vi.waitFor(() => expect(checkDraft(state).label).toBe('insufficientFunds'))
  held = [native, dollars(30_000_000n)]
  clock.advance(30_000)
  await vi.waitFor(() => expect(checkDraft(state).label).not.toBe('insufficientFunds'))
  expect([state.draft.amountText, state.draft.receiverText, state.draft.token?.address]).toEqual([
    '25',
    bob,
    usdToken,
  ])
  expect(state.draft.token?.amount.value).toBe(30_000_000n)
})

it('takes up coins as soon as the page has read them anywhere', async () => {
  const held = { coin: 1n * ether }
  const { controller, state, kernel, balance } = await opened(async () => [
    { ...native, amount: { ...native.amount, value: held.coin } },
  ])
  const balances = kernel.get(NativeBalances)
  balance.native = held.coin
  await balances.refresh('eip155:1', alice, { force: true })
  controller.setAmount('1.5')
  expect(checkDraft(state).label).toBe('insufficientFunds')
  held.coin = 3n * ether
  balance.native = held.coin
  await balances.refresh('eip155:1', alice, { force: true })
  await vi.waitFor(() => expect(checkDraft(state).label).not.toBe('insufficientFunds'))
  expect(state.draft.amountText).toBe('1.5')
})

it('has Max follow what arrives, as long as it is meant', async () => {
  const held = { coin: 2n * ether }
  const { controller, state, chain, clock } = await opened(async () => [
    { ...native, amount: { ...native.amount, value: held.coin } },
  ])
  const arrive = async (value: bigint) => {
    held.coin = value
    chain.maximum = value - ether / 10n
    clock.advance(30_000)
    await vi.waitFor(() => expect(state.draft.token?.amount.value).toBe(value))
  }
  await controller.setMaximum()
  await arrive(3n * ether)
  await vi.waitFor(() => expect(state.draft).toMatchObject({ amountText: '2.9', isMaximum: true }))
  expect([state.draft.exactAmount, state.isMaximizing]).toEqual([(29n * ether) / 10n, false])
  await arrive(ether)
  await vi.waitFor(() => expect(state.draft.amountText).toBe('0.9'))
  controller.setAmount('0.5')
  await arrive(4n * ether)
  expect(state.draft).toMatchObject({ amountText: '0.5', isMaximum: false })
})

it('keeps what was read when it can’t be read again, without a word, and asks nobody once it is closed', async () => {
  let fault: Error | undefined
  let count = 0
  const { state, clock, navigation } = await opened(async () => {
    count += 1
    if (fault) throw fault
    return holdings
  })
  const before = count
  fault = new Error('The node is away')
  clock.advance(30_000)
  await vi.waitFor(() => expect(count).toBe(before + 1))
  await vi.waitFor(() => expect(state.balances.status).toBe('ready'))
  expect(state.balances.holdings).toHaveLength(2)
  navigation.close()
  await vi.waitFor(() => expect(navigation.state.open).toBe(false))
  clock.advance(300_000)
  await Promise.resolve()
  expect(count).toBe(before + 1)
})

describe('an NFT', () => {
  async function openedItem(count: bigint) {
    const data = testCollectibles()
    data.owned.set(alice, count)
    const bench = sendBench({ plugins: [send()], capabilities: data.capabilities })
    cleanup = () => bench.kernel.dispose()
    bench.navigation.attach(() => true)
    await bench.connect()
    const sender = bench.kernel.get(CollectibleSender)
    const controller = await sender.load()
    const item = cat({ count })
    bench.navigation.open(SendCollectibleRoute, { item })
    await controller.follow(item)
    return { ...bench, data, state: sender.state, follow: () => controller.follow(item) }
  }

  it('keeps the later count where an earlier one is answered after it', async () => {
    const { data, state, follow } = await openedItem(5n)
    let answer = (_: unknown) => {}
    data.counting = new Promise((resolve) => {
      answer = resolve
    })
    const early = follow()
    data.counting = undefined
    data.owned.set(alice, 2n)
    await follow()
    answer(undefined)
    await early
    expect(state.held?.count).toBe(2n)
  })

  it('is counted again while its form is open, and no longer once that is closed', async () => {
    const { data, state, clock, navigation } = await openedItem(5n)
    expect(state.held).toMatchObject({ id: '17', count: 5n })
    data.owned.set(alice, 2n)
    clock.advance(30_000)
    await vi.waitFor(() => expect(state.held?.count).toBe(2n))
    navigation.close()
    await vi.waitFor(() => expect(navigation.state.open).toBe(false))
    data.owned.set(alice, 1n)
    clock.advance(300_000)
    await Promise.resolve()
    expect(state.held?.count).toBe(2n)
  })

  it('is counted as soon as the page has read another balance of the coin', async () => {
    const { data, state, kernel, balance } = await openedItem(5n)
    const balances = kernel.get(NativeBalances)
    balance.native = 3n * ether
    await balances.refresh('eip155:1', alice, { force: true })
    data.owned.set(alice, 1n)
    balance.native = 2n * ether
    await balances.refresh('eip155:1', alice, { force: true })
    await vi.waitFor(() => expect(state.held?.count).toBe(1n))
  })
})
