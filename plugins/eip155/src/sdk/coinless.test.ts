// A network without a coin of its own, whose node gives everybody one huge balance.
import { Balance, Send } from '@latchkey/kernel/contracts'
import { erc20Abi, encodeFunctionData } from 'viem'
import { tempo, tempoModerato } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import { setUpCapabilities } from '../../test/support.js'
import { EvmCalls } from '../calls.js'
import { addNetwork } from '../connect/addNetwork.js'
import { readNetworks } from '../networks.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

function setUp(coins = 0n) {
  const nativeCurrency = { name: 'USD', symbol: 'USD', decimals: 6 }
  const chain = { ...stack.chain, nativeCurrency, hasCoin: false }
  const bench = setUpCapabilities([stack], { chains: [chain] })
  const { networkId, account: from, provider } = bench
  const friend = stack.accounts[1]!.address
  const shared = { networkId, from, provider }
  return { ...bench, coins, friend, shared }
}

it.each([tempo, tempoModerato])('$name of viem is one, and counts fees in units of 10^-18', (chain) => {
  const [entry] = [...readNetworks([chain]).values()]
  expect(entry?.network).toMatchObject({ hasCoin: false, nativeCurrency: { symbol: 'USD', decimals: 18 } })
})

it('is one only where it says so', () => {
  const [entry] = [...readNetworks([stack.chain]).values()]
  expect(entry?.network).not.toHaveProperty('hasCoin')
})

it('has no balance, and nothing of it can be sent', async () => {
  const { get, shared, friend, account, networkId } = setUp()
  const balance = await get(Balance).native({ networkId, address: account.address })
  expect(balance).toEqual({ value: 0n, symbol: 'USD', decimals: 18 })
  const send = get(Send)
  expect((await send.maximum!({ ...shared, to: friend })).value).toBe(0n)
  await expect(send.prepare({ ...shared, to: friend, amount: 1n })).rejects.toMatchObject({
    code: 'COIN_MISSING',
  })
  const calls = [{ to: friend, value: 1n }]
  await expect(get(EvmCalls).prepare({ ...shared, calls })).rejects.toMatchObject({ code: 'COIN_MISSING' })
})

it('needs no coin for a fee: tokens are sent by an account that has none', async () => {
  const { get, shared, friend } = setUp()
  const { usd } = stack.tokens
  const lies = await stack.client.getBalance({ address: shared.from.address as `0x${string}` })
  expect(lies).toBeGreaterThan(0n)
  const token = { address: usd.address, symbol: usd.symbol, decimals: usd.decimals }
  const sent = await get(Send).prepare({ ...shared, to: friend, amount: 5n, token })
  expect(await (await sent.submit()).wait()).toMatchObject({ status: 'confirmed' })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 5n] })
  const called = await get(EvmCalls).prepare({ ...shared, calls: [{ to: usd.address, data }] })
  expect(called.fee).toMatchObject({ symbol: 'USD', decimals: 18 })
  expect(await (await called.submit()).wait()).toMatchObject({ status: 'confirmed' })
})

it.each([
  ['without a coin', { ...tempo }],
  ['that says 6 decimals of its coin', { ...tempo, id: 99_999 }],
])('a wallet that is to add a network %s is told of 18 decimals', async (_, chain) => {
  const [entry] = [...readNetworks([chain]).values()]
  let asked: unknown
  const ask = async (request: unknown) => {
    asked = request
  }
  await addNetwork({ wallet: 'Test', ask } as never, '0x1079', entry)
  expect(asked).toMatchObject({ params: [{ nativeCurrency: { symbol: 'USD', decimals: 18 } }] })
})
