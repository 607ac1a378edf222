// The smart account's wallet says the cost of calls before anybody is asked for them.
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAccountAbstraction } from '../../../../../../devstack/src/account-abstraction/index.js'
import { type EvmStack, startEvm } from '../../../../../../devstack/src/evm/index.js'
import { createSmartContext } from '../../../../test/smartContext.js'
import { answerEvm } from '../answerEvm.js'
import type { CallsEstimate } from './estimateCalls.js'

let chain: EvmStack
let abstraction: Awaited<ReturnType<typeof startAccountAbstraction>>
beforeAll(async () => {
  chain = await startEvm()
  abstraction = await startAccountAbstraction(chain)
}, 300_000)
afterAll(async () => {
  await abstraction?.stop()
  await chain?.stop()
})

const to = '0x00000000000000000000000000000000000000aa'
const setUp = (bundlers: readonly string[] = [abstraction.bundlerUrl]) =>
  createSmartContext({ url: chain.url, chainId: chain.chainId, bundlers })
const objectOf = (more: object = {}) => ({
  ...{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls: [{ to }] },
  ...more,
})
const estimate = (context: ReturnType<typeof setUp>['context'], more?: object) =>
  answerEvm('latchkey_estimateCalls', [objectOf(more)], context) as Promise<CallsEstimate>

test('tells what a first operation costs, its set-up apart, without a question, a signature or coin', async () => {
  const { context, shown } = setUp()
  const key = () => Promise.reject(new Error('Nothing is to be signed.'))
  const { maxFee, feeToHold, likelyFee = '0x0', setUpFee = '0x0' } = await estimate({ ...context, key })
  expect(feeToHold).toBe(maxFee)
  expect(BigInt(likelyFee)).toBeLessThan(BigInt(maxFee))
  expect(BigInt(setUpFee)).toBeGreaterThan(BigInt(likelyFee) / 2n)
  expect(BigInt(setUpFee)).toBeLessThan(BigInt(likelyFee))
  expect(shown).toEqual([])
})

test('tells no set-up of an account that is set up, and less to hold than the most, as the entry point keeps what it had left', async () => {
  const { context, account } = setUp()
  await chain.setBalance(account.address, parseEther('1'))
  await answerEvm('eth_sendTransaction', [{ from: account.address, to, value: '0x1' }], context)
  const { maxFee, feeToHold, setUpFee } = await estimate(context)
  expect(setUpFee).toBeUndefined()
  expect(BigInt(feeToHold)).toBeLessThan(BigInt(maxFee))
})

test.each([
  ['another account', { from: to }, 4100],
  ['another network', { chainId: '0x1' }, 5710],
  ['a service that pays', { capabilities: { paymasterService: { url: 'https://pay.example.com' } } }, 5700],
  ['no call', { calls: [] }, -32602],
])('refuses %s', async (_, more, rpcCode) => {
  await expect(estimate(setUp().context, more)).rejects.toMatchObject({ rpcCode })
})

test('says so where no bundler answers', async () => {
  await expect(estimate(setUp(['http://127.0.0.1:1']).context)).rejects.toMatchObject({ code: 'rpc_error' })
})

test('an account of one key has no such estimate', async () => {
  const { smart: _, ...context } = setUp().context
  await expect(estimate(context as never)).rejects.toMatchObject({ rpcCode: 4200 })
})
