import { type Abi, erc20Abi, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deployAmm, type EvmAmm } from './deployAmm.js'
import type { EvmStack } from './evmStack.js'
import { squareRoot } from './squareRoot.js'
import { startEvm } from './startEvm.js'
import { uniswapArtifact } from './uniswapArtifact.js'

let stack: EvmStack
let amm: EvmAmm

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
})
afterAll(() => stack?.stop())

const v2 = (functionName: string, args: readonly unknown[]): Promise<unknown> =>
  stack.client.readContract({
    address: amm.v2.router,
    abi: uniswapArtifact('v2Router').abi as Abi,
    functionName,
    args,
  })

it('has pools that trade at the quoted price, on both venues', async () => {
  const { weth } = amm.tokens
  const { usd, gold } = stack.tokens
  const [trader] = stack.accounts
  const from = trader?.address ?? '0x'
  const sold = parseUnits('1000', 6)
  const quoted = (await v2('getAmountsOut', [sold, [usd.address, weth.address]])) as readonly bigint[]
  await amm.trade({ from, sell: usd.address, buy: weth.address, amount: sold })
  expect(await stack.tokenBalanceOf(weth.address, from)).toBe(quoted[1])
  await amm.trade({ from, sell: usd.address, buy: weth.address, amount: sold, venue: 'v3', fee: 500 })
  const after = await stack.tokenBalanceOf(weth.address, from)
  expect(after).toBeGreaterThan((quoted[1] ?? 0n) + parseUnits('0.3', 18))
  await amm.trade({ from, sell: gold.address, buy: weth.address, amount: 10n ** 18n })
  expect(await stack.tokenBalanceOf(weth.address, from)).toBeGreaterThan(after)
})

it('has a taxed, a silent, a whole and a fine token', async () => {
  const { taxed, silent, whole, fine } = amm.tokens
  const [alice, bob] = stack.accounts.map(({ address }) => address)
  const before = await stack.tokenBalanceOf(taxed.address, bob ?? '0x')
  const hash = await stack.client.writeContract({
    address: taxed.address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [bob ?? '0x', 10_000n],
    account: alice ?? '0x',
    chain: stack.chain,
  })
  await stack.client.waitForTransactionReceipt({ hash })
  expect((await stack.tokenBalanceOf(taxed.address, bob ?? '0x')) - before).toBe(9_900n)
  const decimals = (address: `0x${string}`) =>
    stack.client.readContract({ address, abi: erc20Abi, functionName: 'decimals' })
  expect(await Promise.all([whole, fine].map(({ address }) => decimals(address)))).toEqual([0, 36])
  await expect(decimals(silent.address)).rejects.toThrow()
})

it('leaves the accounts of the stack as they were', async () => {
  const other = await startEvm()
  try {
    const pools = await deployAmm(other)
    expect(pools.v2).toEqual(amm.v2)
    const [alice] = other.accounts
    expect(await other.balanceOf(alice?.address ?? '0x')).toBe(parseUnits('10000', 18))
    expect(await other.tokenBalanceOf(other.tokens.usd.address, alice?.address ?? '0x')).toBe(10n ** 12n)
  } finally {
    await other.stop()
  }
})

it('says what to install when Uniswap is missing', () => {
  const missing = () => {
    throw new Error('Cannot find module')
  }
  expect(() => uniswapArtifact('v2Router', missing)).toThrowErrorMatchingInlineSnapshot(
    `[DevstackError: The pools of the local chain are Uniswap’s own contracts. Install @uniswap/v2-core 1.0.1, @uniswap/v2-periphery 1.1.0-beta.0, @uniswap/v3-core 1.0.1, @uniswap/v3-periphery 1.4.4, @uniswap/swap-router-contracts 1.3.1, @uniswap/universal-router 2.0.0 and @uniswap/v4-periphery 1.0.3.]`,
  )
})

it.each([0n, 1n, 2n, 3n, 4n, 99n, 10n ** 40n, 2n ** 255n + 7n])('takes the square root of %s', (value) => {
  const root = squareRoot(value)
  expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true)
})
