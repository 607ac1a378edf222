import { type Address, concatHex, erc20Abi, type Hex, numberToHex, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { artifacts } from './artifacts.js'
import { deployAmm, type EvmAmm } from './deployAmm.js'
import { deploySlipstream, type EvmSlipstream } from './deploySlipstream.js'
import type { EvmStack } from './evmStack.js'
import { never } from './fillV3Pool.js'
import { startEvm } from './startEvm.js'
import { waitForReceipt } from './waitForReceipt.js'

let stack: EvmStack
let amm: EvmAmm
let slipstream: EvmSlipstream

beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
  slipstream = await deploySlipstream(stack, amm)
})
afterAll(() => stack?.stop())

const { abi } = artifacts.localSlipstream
const account = () => stack.accounts[3]?.address as Address
const sold = parseUnits('100', 6)
const pathOf = (spacing: number): Hex =>
  concatHex([stack.tokens.usd.address, numberToHex(spacing, { size: 3 }), amm.tokens.weth.address])

async function quote(spacing: number): Promise<bigint> {
  const args = [pathOf(spacing), sold]
  const asked = { address: slipstream.quoter, abi, functionName: 'quoteExactInput', args }
  const { result } = await stack.client.simulateContract(asked)
  return (result as readonly [bigint])[0]
}

async function trade(changes: object): Promise<boolean> {
  const from = { account: account(), chain: stack.chain, gas: 1_000_000n }
  const { address } = stack.tokens.usd
  const approval = {
    address,
    abi: erc20Abi,
    functionName: 'approve',
    args: [slipstream.router, sold],
  } as const
  await waitForReceipt(stack.client, await stack.client.writeContract({ ...from, ...approval }))
  const order = {
    path: pathOf(100),
    recipient: account(),
    deadline: never,
    amountIn: sold,
    amountOutMinimum: 0n,
  }
  const args = [{ ...order, ...changes }]
  const call = { address: slipstream.router, abi, functionName: 'exactInput', args }
  const { status } = await waitForReceipt(
    stack.client,
    await stack.client.writeContract({ ...from, ...call }),
  )
  return status === 'success'
}

it('trades at the quoted price, by the tick spacing alone', async () => {
  const weth = () => stack.tokenBalanceOf(amm.tokens.weth.address, account())
  const [before, quoted] = [await weth(), await quote(100)]
  expect(await trade({})).toBe(true)
  expect((await weth()) - before).toBe(quoted)
  expect(await quote(1)).not.toBe(await quote(100))
  await expect(quote(50)).rejects.toThrow()
})

it('refuses less than the minimum, a deadline that is over, and a path that is cut', async () => {
  const quoted = await quote(100)
  expect(await trade({ amountOutMinimum: quoted + 1n })).toBe(false)
  expect(await trade({ deadline: 1n })).toBe(false)
  expect(await trade({ path: pathOf(100).slice(0, -2) })).toBe(false)
  expect(await trade({ amountOutMinimum: quoted })).toBe(true)
})
