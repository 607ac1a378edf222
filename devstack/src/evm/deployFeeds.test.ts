import { parseAbi } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deployFeeds, type EvmFeeds } from './deployFeeds.js'
import type { EvmStack } from './evmStack.js'
import { startEvm } from './startEvm.js'

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])

let stack: EvmStack
let oracle: EvmFeeds

beforeAll(async () => {
  stack = await startEvm()
  oracle = await deployFeeds(stack)
})
afterAll(() => stack?.stop())

const read = (address: `0x${string}`, functionName: 'decimals' | 'description' | 'latestRoundData') =>
  stack.client.readContract({ address, abi, functionName })

it('has feeds that say their pair, and take any round', async () => {
  const feed = oracle.feeds['ETH / USD']
  if (!feed) throw new Error('There is no feed of the coin.')
  expect(await read(feed.address, 'description')).toBe('ETH / USD')
  expect(await read(feed.address, 'decimals')).toBe(8)
  await feed.set({ answer: -5n, roundId: 9n })
  const [roundId, answer, , updatedAt, answeredInRound] = (await read(
    feed.address,
    'latestRoundData',
  )) as readonly bigint[]
  expect([roundId, answer, answeredInRound]).toEqual([9n, -5n, 1n])
  expect(updatedAt).toBeGreaterThan(1_600_000_000n)
})

it('leaves the accounts as they were', async () => {
  for (const { address } of stack.accounts)
    expect(await stack.client.getTransactionCount({ address })).toBe(0)
})
