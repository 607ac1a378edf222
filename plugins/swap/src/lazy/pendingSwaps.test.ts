// Swaps that were sent and not decided when the page was left: followed by the next one, told once, never sent again.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { Notifications } from '@latchkey/kernel/wallet'
import { plainWords, type StorageAdapter } from '@latchkey/kernel/contracts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openSwapBench, type SwapBench, type SwapBenchOptions } from '../../test/swapBench.js'

let stack: EvmStack
let amm: EvmAmm
let account = 0
const pages: SwapBench[] = []

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
})
afterAll(() => stack?.stop())
afterEach(async () => {
  await stack.client.setAutomine(true)
  for (const page of pages.splice(0)) await page.stop()
})

/** What pages of one browser share. */
function browserStorage() {
  const values = new Map<string, string>()
  const keyOf = () => [...values.keys()].find((key) => key.includes('swap.pending')) ?? ''
  const adapter: StorageAdapter = {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
  return {
    ...adapter,
    pending: () => values.get(keyOf()),
    write(text: string): void {
      expect(keyOf()).not.toBe('')
      values.set(keyOf(), text)
    },
  }
}

/** A page of the site. Pages over one storage are tabs of one browser, or one after another. */
async function page(storage: StorageAdapter, options: Partial<SwapBenchOptions> = {}) {
  const bench = await openSwapBench(stack, amm, { account, storage, ...options })
  pages.push(bench)
  return {
    ...bench,
    toasts: () => bench.kernel.get(Notifications).state.toasts.map(({ message }) => plainWords(message)),
  }
}

/** Sends a swap that no block takes, and leaves the page. */
async function left(storage: ReturnType<typeof browserStorage>, options: Partial<SwapBenchOptions> = {}) {
  account = (account + 1) % 7
  const bench = await page(storage, options)
  await bench.fill({ ...stack.tokens.usd }, bench.coin, '200')
  expect(await bench.controller.preview(), String(bench.state.error)).toBe(true)
  if (bench.state.preview?.approval === 'transaction') await bench.controller.confirm(bench.state.preview)
  await stack.client.setAutomine(false)
  await bench.controller.confirm(bench.state.preview)
  expect(bench.state.phase, String(bench.state.error)).toBe('pending')
  // What the chain wants to know beside the id is told a moment later.
  await vi.waitFor(() => expect(storage.pending()).toContain('trail'))
  await pages.pop()?.stop()
  return bench
}

it('the next page follows it without anybody opening the form, tells it once, and asks no wallet', async () => {
  const storage = browserStorage()
  await left(storage)
  const next = await page(storage)
  await stack.client.mine({ blocks: 1 })
  await vi.waitFor(() => expect(next.told()).toEqual(['SWAP_SUCCESS']), 15_000)
  expect(next.toasts()).toEqual(['200 LUSD swapped.'])
  expect(next.transactions()).toMatchObject([
    {
      address: next.address,
      record: {
        operation: 'trade',
        status: 'confirmed',
        transfers: [{ direction: 'out', amount: { value: 200_000_000n } }, { direction: 'in' }],
      },
    },
  ])
  expect(next.asked()).toEqual([])
  await pages.pop()?.stop()
  const third = await page(storage)
  expect([third.told(), third.toasts(), third.asked()]).toEqual([[], [], []])
})

it('says that it failed, and that what was to be swapped is still there', async () => {
  const storage = browserStorage()
  const before = await left(storage)
  // Another transaction takes its place: the one that was sent is never done.
  const next = await page(storage)
  const nonce = await stack.client.getTransactionCount({ address: before.address as `0x${string}` })
  await stack.client.dropTransaction({
    hash: (before.state.transaction?.id ?? '0x') as `0x${string}`,
  })
  await stack.client.sendTransaction({
    account: before.address as `0x${string}`,
    to: before.address as `0x${string}`,
    chain: stack.chain,
    nonce,
    value: 0n,
  })
  await stack.client.mine({ blocks: 1 })
  await vi.waitFor(() => expect(next.told()).toEqual(['SWAP_ERROR']), 15_000)
  expect(next.toasts()).toEqual(['200 LUSD wasn’t swapped. It’s still yours.'])
  expect(next.asked()).toEqual([])
})

it('calls that a wallet took together are asked of the wallet, once it is connected', async () => {
  const storage = browserStorage()
  const calls = { atomic: 'supported', delegate: stack.contracts.batchAccount } as const
  account = (account + 1) % 7
  const bench = await page(storage, { wallet: { calls } })
  await bench.fill({ ...stack.tokens.usd }, bench.coin, '200')
  expect(await bench.controller.preview(), String(bench.state.error)).toBe(true)
  await stack.client.setAutomine(false)
  await bench.controller.confirm(bench.state.preview)
  expect(bench.state.phase, String(bench.state.error)).toBe('pending')
  const { wallet } = bench
  await vi.waitFor(() => expect(storage.pending()).toMatch(/"isBundle":true.*trail/))
  pages.pop()
  await bench.kernel.dispose()
  const next = await page(storage, { sameWallet: wallet })
  // A wallet sends what it took together a moment after it has answered.
  const mined = async () => {
    await stack.client.mine({ blocks: 1 })
    expect(next.told()).toEqual(['SWAP_SUCCESS'])
  }
  await vi.waitFor(mined, { timeout: 15_000, interval: 250 })
  expect(next.asked()).toEqual(['wallet_sendCalls'])
})

it.each([
  ['no list', '{"a":1}'],
  ['foreign entries', '[null,1,"x",{"id":"0x1"}]'],
])('%s in the storage are no swaps', async (_, text) => {
  const storage = browserStorage()
  await left(storage)
  storage.write(text)
  const next = await page(storage)
  await stack.client.mine({ blocks: 1 })
  await next.swapper.load()
  expect([next.told(), next.toasts(), next.asked()]).toEqual([[], [], []])
})
