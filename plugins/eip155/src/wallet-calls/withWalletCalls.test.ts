// EIP-5792 in front of real wallets on a real chain: some know it, some don't.
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import type { EvmTestWalletOptions } from '@latchkey/testkit/evm'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setUpCapabilities } from '../../test/support.js'
import type { Eip1193Provider } from '../provider.js'
import { withWalletCalls } from './withWalletCalls.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
})
afterAll(() => stack?.stop())

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
}
beforeEach(() => stored.clear())

const own = () => stack.accounts[0]!.address
const friend = () => stack.accounts[1]!.address
const fine = (value = 1) => ({ to: friend(), value: `0x${value.toString(16)}` })
/** Takes tokens without an allowance. */
const fails = () => ({
  to: stack.tokens.usd.address,
  data: encodeFunctionData({
    ...{ abi: erc20Abi, functionName: 'transferFrom', args: [friend(), own(), 10n ** 30n] },
  }),
})
const asked = (calls: readonly object[], change: object = {}) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: false, calls, ...change }],
})

function setUp(calls: EvmTestWalletOptions['calls'] = 'none') {
  const { wallet } = setUpCapabilities([stack], { wallet: { calls } as EvmTestWalletOptions })
  const shown: string[] = []
  const front = (base: Eip1193Provider = wallet.provider as Eip1193Provider) =>
    withWalletCalls(base, { storage, pollingInterval: 20, onShow: (id) => shown.push(id) })
  const provider = front()
  const status = (id: string, from: Eip1193Provider = provider) =>
    from.request({ method: 'wallet_getCallsStatus', params: [id] }) as Promise<any>
  const settled = async (id: string) => {
    await expect.poll(async () => (await status(id)).status, { timeout: 30_000 }).not.toBe(100)
    return status(id)
  }
  const sent = () => wallet.control.requests.filter(({ method }) => method === 'eth_sendTransaction').length
  return { wallet, provider, front, status, settled, sent, shown }
}
const send = (provider: Eip1193Provider, ...given: Parameters<typeof asked>) =>
  provider.request(asked(...given)) as Promise<{ id: string }>

describe('a wallet without wallet_sendCalls', () => {
  it('says what it can do, for the chain it is on', async () => {
    const { provider } = setUp()
    const read = (...params: unknown[]) => provider.request({ method: 'wallet_getCapabilities', params })
    expect(await read(own())).toEqual({ '0x7a69': { atomic: { status: 'unsupported' } } })
    expect(await read(own(), ['0x07a69', '0x1'])).toEqual({ '0x7a69': { atomic: { status: 'unsupported' } } })
    expect(await read(own(), ['0x1'])).toEqual({})
    await expect(read(`0x${'1'.repeat(40)}`)).rejects.toMatchObject({ code: 4100 })
    await expect(read('me', 'all')).rejects.toMatchObject({ code: -32602 })
  })

  it('is asked for one transaction after the other, and the chain tells how it went', async () => {
    const { provider, settled, sent, shown } = setUp()
    const before = await stack.balanceOf(friend())
    const { id } = await send(provider, [fine(1), fine(2), fine(3)])
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    const status = await settled(id)
    expect(status).toMatchObject({ version: '2.0.0', id, chainId: '0x7a69', status: 200, atomic: false })
    expect(status.receipts.map((receipt: { status: string }) => receipt.status)).toEqual([
      '0x1',
      '0x1',
      '0x1',
    ])
    expect((await stack.balanceOf(friend())) - before).toBe(6n)
    expect(sent()).toBe(3)
    expect(await provider.request({ method: 'wallet_showCallsStatus', params: [id] })).toBeNull()
    expect(shown).toEqual([id])
  })

  it('is known after a reload by the app’s own id, which counts once', async () => {
    const { provider, front, status, settled } = setUp()
    const id = `0x${'ab'.repeat(4_096)}`
    expect(await send(provider, [fine()], { id, atomicRequired: true })).toEqual({ id })
    expect(await settled(id)).toMatchObject({ status: 200, atomic: true })
    const later = front()
    expect(await status(id, later)).toMatchObject({ status: 200 })
    await expect(send(later, [fine()], { id })).rejects.toMatchObject({ code: 5720 })
  })

  it('does not go on after a call that failed', async () => {
    const { provider, settled, sent } = setUp()
    const partly = await send(provider, [fine(), fails(), fine()])
    expect(await settled(partly.id)).toMatchObject({ status: 600 })
    expect(sent()).toBe(2)
  })

  it('does nothing when the first call is declined, and a part when a later one is', async () => {
    const { provider, wallet, settled, sent } = setUp()
    wallet.control.rejectNext('eth_sendTransaction')
    await expect(send(provider, [fine(), fine()], { id: '0xaa' })).rejects.toMatchObject({ code: 4001 })
    expect(sent()).toBe(1)
    const { id } = await send(provider, [fine(), fine()], { id: '0xaa' })
    expect(await settled(id)).toMatchObject({ status: 200 })
    let turn = 0
    const base = wallet.provider as Eip1193Provider
    const declining: Eip1193Provider = {
      request: (request) =>
        request.method === 'eth_sendTransaction' && ++turn === 2
          ? Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
          : base.request(request),
    }
    const partly = await send(withWalletCalls(declining, { storage, pollingInterval: 20 }), [fine(), fine()])
    expect(await settled(partly.id)).toMatchObject({ status: 600 })
  })

  it.each([
    ['account', 'eth_accounts', [`0x${'1'.repeat(40)}`]],
    ['network', 'eth_chainId', '0x1'],
  ])('is not asked for the rest once it stands on another %s', async (_, method, answer) => {
    const { wallet, settled, sent } = setUp()
    const base = wallet.provider as Eip1193Provider
    const moving: Eip1193Provider = {
      request: (request) =>
        request.method === method && sent() > 0 ? Promise.resolve(answer) : base.request(request),
    }
    const { id } = await send(withWalletCalls(moving, { storage, pollingInterval: 20 }), [fine(), fine()])
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await settled(id)).toMatchObject({ status: 600 })
    expect(sent()).toBe(1)
  })

  it.each([
    ['several calls that must be atomic', () => ({ atomicRequired: true }), 5760],
    ['a capability', () => ({ capabilities: { paymasterService: { url: 'https://a.example' } } }), 5700],
    ['a capability of one call', () => ({ calls: [{ ...fine(), capabilities: { a: {} } }] }), 5700],
    ['another chain', () => ({ chainId: '0x1' }), 5710],
    ['more calls than a person reads', () => ({ calls: Array(11).fill(fine()) }), 5740],
    ['another account', () => ({ from: `0x${'1'.repeat(40)}` }), 4100],
    ['an older version', () => ({ version: '1.0' }), -32602],
    ['no calls', () => ({ calls: [] }), -32602],
    ['an id without end', () => ({ id: 'a'.repeat(8_195) }), -32602],
    ['half a byte', () => ({ calls: [{ to: friend(), data: '0x123' }] }), -32602],
  ])('refuses %s before it is opened', async (_, change, code) => {
    const { provider, sent } = setUp()
    await expect(send(provider, [fine(), fine()], change())).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code,
    })
    expect(sent()).toBe(0)
  })

  it('takes a capability that is optional, and knows no id of others', async () => {
    const { provider, status, settled } = setUp()
    const { id } = await send(provider, [fine()], { capabilities: { paymasterService: { optional: true } } })
    expect(await settled(id)).toMatchObject({ status: 200 })
    await expect(status('0x00')).rejects.toMatchObject({ code: 5730 })
  })

  it.each(['{', '[1]', '[{"id":"0x00","chainId":"0x7a69","count":1,"hashes":["<b>"]}]', 'null'])(
    'believes nothing of a storage that holds %s',
    async (text) => {
      stored.set('latchkey.eip155.calls', text)
      const { provider, status, settled } = setUp()
      await expect(status('0x00')).rejects.toMatchObject({ code: 5730 })
      expect(await settled((await send(provider, [fine()])).id)).toMatchObject({ status: 200 })
    },
  )

  it('keeps a bounded number of ids', async () => {
    const { provider, status } = setUp()
    for (let index = 0; index < 51; index++) await send(provider, [fine()], { id: `0x${index}a` })
    await expect(status('0x0a')).rejects.toMatchObject({ code: 5730 })
    expect(await status('0x50a')).toMatchObject({ id: '0x50a' })
  })
})

it('a wallet that knows the methods answers itself', async () => {
  const { provider, settled, sent, wallet } = setUp({
    atomic: 'supported',
    delegate: stack.contracts.batchAccount,
  })
  expect(await provider.request({ method: 'wallet_getCapabilities', params: [own()] })).toEqual({
    '0x7a69': { atomic: { status: 'supported' } },
  })
  const { id } = await send(provider, [fine(), fine()], { atomicRequired: true })
  expect(await settled(id)).toMatchObject({ status: 200, atomic: true })
  expect(sent()).toBe(0)
  expect(stored.size).toBe(0)
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  wallet.control.rejectNext('wallet_sendCalls')
  await expect(send(provider, [fine()])).rejects.toMatchObject({ code: 4001 })
  expect(await provider.request({ method: 'eth_getBalance', params: [own() as Hex, 'latest'] })).toMatch(
    /^0x/,
  )
})
