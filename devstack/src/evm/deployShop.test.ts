import { type Address, erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EvmShop, deployShop, type EvmStack, startEvm, waitForReceipt } from './index.js'

let stack: EvmStack
let shop: EvmShop
beforeAll(async () => {
  stack = await startEvm()
  shop = await deployShop(stack, '7.50')
}, 60_000)
afterAll(() => stack?.stop())

async function send(account: Address, calls: ReturnType<EvmShop['callsFor']>): Promise<readonly string[]> {
  const statuses: string[] = []
  for (const call of calls) {
    const hash = await stack.client.sendTransaction({ ...call, account, chain: null, gas: 500_000n })
    statuses.push((await waitForReceipt(stack.client, hash)).status)
  }
  return statuses
}

test('sells a thing for three calls, once for each order', async () => {
  const [buyer, other] = stack.accounts.map(({ address }) => address) as [Address, Address]
  const before = await stack.tokenBalanceOf(shop.token.address, shop.till)
  expect(await shop.isSold(1n, buyer)).toBe(false)
  expect(await send(buyer, shop.callsFor(1n))).toEqual(['success', 'success', 'success'])
  expect(await shop.isSold(1n, buyer)).toBe(true)
  expect(await shop.isSold(1n, other)).toBe(false)
  expect((await stack.tokenBalanceOf(shop.token.address, shop.till)) - before).toBe(7_500_000n)
  expect(await send(other, shop.callsFor(1n))).toEqual(['success', 'reverted', 'reverted'])
  expect(await send(other, shop.callsFor(2n).slice(2))).toEqual(['reverted'])
  const allowance = { address: shop.token.address, abi: erc20Abi, functionName: 'allowance' } as const
  expect(await stack.client.readContract({ ...allowance, args: [buyer, shop.address] })).toBe(0n)
})
