import { createKernel } from '@latchkey/kernel'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { Prices } from '@latchkey/kernel/contracts'
import { fakeStorage } from '@latchkey/kernel/testing'
import {
  deployAmm,
  deployFeeds,
  type EvmAmm,
  type EvmFeeds,
  type EvmStack,
  startEvm,
} from '@latchkey/devstack/evm'
import { eip155 } from '@latchkey/plugin-eip155'
import { evmSwaps } from '@latchkey/plugin-swap/evm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prices } from '../prices.js'
import { oracleFeeds } from './oracleFeeds.js'
import { poolPrices } from './poolPrices.js'

let stack: EvmStack
let amm: EvmAmm
let oracle: EvmFeeds
let networkId: NetworkId

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
  oracle = await deployFeeds(stack)
  networkId = `eip155:${stack.chainId}`
})
afterAll(() => stack?.stop())

function service(isStablePriced = true) {
  const { weth } = amm.tokens
  const { usd } = stack.tokens
  const venues = {
    wrapped: weth,
    v2: [{ name: 'Uniswap v2', router: amm.v2.router }],
    v3: [{ name: 'Uniswap v3', quoter: amm.v3.quoter, router: amm.v3.router02 }],
    tokens: [usd],
  }
  const feed = oracle.feeds['LUSD / USD']
  if (!feed) throw new Error('There is no feed of the stable coin.')
  const feeds = isStablePriced
    ? [
        {
          pair: feed.pair,
          address: feed.address,
          heartbeat: 86_400,
          prices: [`${networkId}/${usd.address}`] as const,
        },
      ]
    : []
  const kernel = createKernel(
    [
      eip155({ networks: [stack.chain] }),
      evmSwaps({ venues: { [networkId]: venues } }),
      prices([
        oracleFeeds({ networks: { [networkId]: { feeds } } }),
        poolPrices({ stables: { [networkId]: usd } }),
      ]),
    ],
    { storage: fakeStorage(), onPluginError: 'throw', logLevel: 'silent' },
  )
  return kernel.get(Prices)
}

const priceOf = async (address: string, isStablePriced = true) =>
  service(isStablePriced).read({ networkId, address })

it('is the middle of buying and selling, near what the pools were filled with', async () => {
  const weth = Number(await priceOf(amm.tokens.weth.address))
  expect(weth).toBeGreaterThan(2_970)
  expect(weth).toBeLessThan(3_030)
  const gold = Number(await priceOf(stack.tokens.gold.address))
  expect(gold).toBeGreaterThan(1.48)
  expect(gold).toBeLessThan(1.52)
})

it('is none where nobody knows what the stable coin is worth', async () => {
  expect(await priceOf(amm.tokens.weth.address, false)).toBeUndefined()
})

it('is none of a pool that a thousand would move, nor of a token that keeps a part, nor of one without a pool', async () => {
  // 50,000 of each: a thousand moves it by 2 %.
  expect(await priceOf(amm.tokens.whole.address)).toBeUndefined()
  expect(await priceOf(stack.accounts[0]?.address ?? '')).toBeUndefined()
})
