// A node that stops a call at its limit of gas, with the real contract of Multicall3.
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { callAtOnce } from './callAtOnce.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

/** Runs in a circle until the gas is gone, as a quoter does that looks through an empty pool. */
const circle: Hex = '0x5b600056'
const place = '0x00000000000000000000000000000000000c1c1e'

it('asks in halves where one request needs more gas than the node allows, and tells what alone does', async () => {
  const { client, tokens, accounts } = stack
  await client.setCode({ address: place, bytecode: circle })
  await client.setBlockGasLimit({ gasLimit: 500_000n })
  const holder = accounts[0]?.address as Hex
  const read = {
    to: tokens.usd.address as Hex,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
  }
  const calls = Array.from({ length: 120 }, (_, index) =>
    index === 50 ? ({ to: place, data: '0x' } as const) : read,
  )
  const asking = vi.spyOn(client, 'request')
  const answers = await callAtOnce(client, calls)
  expect(asking.mock.calls.length).toBeGreaterThan(1)
  const held = await client.readContract({
    ...stack.tokens.usd,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  })
  expect(answers[50]).toBeUndefined()
  const others = answers.filter((_, index) => index !== 50)
  for (const answer of others) {
    expect(decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: answer as Hex })).toBe(held)
  }
})
