// A form that is open while what the account holds changes on a real chain.
import { deployAmm, type EvmAmm, type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { NativeBalances } from '@latchkey/kernel/wallet'
import { fakeClock } from '@latchkey/kernel/testing'
import { type Address, encodeFunctionData, erc20Abi, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { evmSwapsOf, venuesOf } from '../../test/evmBench.js'
import { openSwapBench, type SwapBench } from '../../test/swapBench.js'
import { checkDraft } from '../react/checkDraft.js'
import type { SwapToken } from '../index.js'

let stack: EvmStack
let amm: EvmAmm
let bench: SwapBench | undefined
beforeAll(async () => {
  stack = await startEvm()
  amm = await deployAmm(stack)
})
afterAll(() => stack?.stop())
afterEach(() => bench?.stop())

async function opened() {
  const clock = fakeClock(Date.now())
  const { quotes, reader } = evmSwapsOf(stack, venuesOf(stack, amm, 'SwapRouter02'), clock.now)
  bench = await openSwapBench(stack, amm, { account: 3, clock, isAlone: true, source: { quotes, reader } })
  return { own: bench, clock }
}

const choiceOf = ({ state }: SwapBench, token: SwapToken) =>
  state.tokens.list.find((choice) => choice.token.address === token.address)
const label = (own: SwapBench, token: SwapToken) => checkDraft(own.state, choiceOf(own, token)?.balance).label

it('takes up tokens that arrive, without losing what was typed or the offer', async () => {
  const { own, clock } = await opened()
  const { usd } = stack.tokens
  const coin: SwapToken = { ...stack.chain.nativeCurrency }
  const held = await own.balanceOf(usd)
  await own.fill(usd, coin, String((held + 5_000_000n) / 1_000_000n))
  clock.advance(200)
  await vi.waitFor(() => expect(own.state.offer, String(own.state.error)).toBeDefined(), 10_000)
  const { offer, draft } = own.state
  const { amountText } = draft
  expect(label(own, usd)).toBe('insufficientBalance')
  const account = privateKeyToAccount(stack.accounts[4]!.privateKey)
  const args = [own.address as Address, parseUnits('10', 6)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const hash = await stack.client.sendTransaction({ account, to: usd.address, data, chain: stack.chain })
  await stack.client.waitForTransactionReceipt({ hash })
  clock.advance(30_000)
  await vi.waitFor(() => expect(label(own, usd)).toBe('reviewSwap'), 10_000)
  expect(own.state.draft.amountText).toBe(amountText)
  expect(own.state.offer).toBe(offer)
  await own.controller.setMaximum()
  expect(parseUnits(own.state.draft.amountText, 6)).toBe(held + parseUnits('10', 6))
})

it('takes up coins as soon as the page has read them anywhere', async () => {
  const { own, clock } = await opened()
  const { usd } = stack.tokens
  const coin: SwapToken = { ...stack.chain.nativeCurrency }
  await own.fill(coin, usd, '1')
  clock.advance(200)
  await vi.waitFor(() => expect(own.state.offer, String(own.state.error)).toBeDefined(), 10_000)
  const before = choiceOf(own, coin)?.balance ?? 0n
  await stack.setBalance(own.address as Address, before + parseEther('3'))
  await own.kernel.get(NativeBalances).refresh(own.networkId, own.address, { force: true })
  await vi.waitFor(() => expect(choiceOf(own, coin)?.balance).toBe(before + parseEther('3')), 10_000)
  expect(own.state.draft.amountText).toBe('1')
})
