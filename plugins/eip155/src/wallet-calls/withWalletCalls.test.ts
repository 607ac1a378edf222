// EIP-5792 in front of real wallets on a real chain: some know it, some don't.
import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import type { EvmTestWalletOptions } from '../../../../testkit/src/evm/index.js'
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

/** As another tab, or the page after a reload, has the same wallet. */
const again = (base: Eip1193Provider): Eip1193Provider => ({ request: (request) => base.request(request) })
/** Answers some requests in its own way. The number of a request counts those of its method. */
function inFront(
  base: Eip1193Provider,
  own: Readonly<Record<string, (turn: number, ask: () => Promise<unknown>) => Promise<unknown>>>,
): Eip1193Provider {
  const turns = new Map<string, number>()
  return {
    request(request) {
      const turn = (turns.get(request.method) ?? 0) + 1
      turns.set(request.method, turn)
      const ask = () => base.request(request)
      return own[request.method]?.(turn, ask) ?? ask()
    },
  }
}

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
    const { wallet, provider, front, status, settled } = setUp()
    const id = `0x${'ab'.repeat(4_096)}`
    expect(await send(provider, [fine()], { id, atomicRequired: true })).toEqual({ id })
    expect(await settled(id)).toMatchObject({ status: 200, atomic: true })
    const later = front(again(wallet.provider as Eip1193Provider))
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

describe('what was sent is never told as not sent', () => {
  const base = ({ wallet }: ReturnType<typeof setUp>) => wallet.provider as Eip1193Provider
  const fails = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  /** Takes as many writes as given. */
  const filling = (writes: number) => ({
    getItem: storage.getItem,
    setItem: (key: string, value: string) => (writes-- > 0 ? storage.setItem(key, value) : fails()),
  })

  it.each([
    ['full', () => filling(0)],
    ['full after one write', () => filling(1)],
    ['full after two writes', () => filling(2)],
    ['full after three writes', () => filling(3)],
    ['blocked', () => ({ getItem: fails, setItem: fails })],
  ])('a storage that is %s changes nothing', async (_, create) => {
    const bench = setUp()
    const provider = withWalletCalls(base(bench), { storage: create(), pollingInterval: 20 })
    const id = '0xaa'
    bench.wallet.control.rejectNext('eth_sendTransaction')
    await expect(send(provider, [fine()], { id })).rejects.toMatchObject({ code: 4001 })
    expect(await send(provider, [fine(), fine()], { id })).toEqual({ id })
    await expect.poll(async () => (await bench.status(id, provider)).status, { timeout: 5_000 }).toBe(200)
    await expect(send(provider, [fine()], { id })).rejects.toMatchObject({ code: 5720 })
    expect(bench.sent()).toBe(3)
  })

  it('an id is stored before the wallet opens', async () => {
    const bench = setUp()
    let known: string | undefined
    const provider = inFront(base(bench), {
      async eth_sendTransaction(_, ask) {
        known = stored.get('latchkey.eip155.calls')
        return ask()
      },
    })
    const { id } = await send(bench.front(provider), [fine()])
    expect(known).toContain(id)
  })

  it.each([
    ['the first', 1],
    ['a later', 2],
  ])('%s answer that is no hash leaves it open', async (_, odd) => {
    const bench = setUp()
    const provider = bench.front(
      inFront(base(bench), {
        eth_sendTransaction: async (turn, ask) => (turn === odd ? { hash: await ask() } : ask()),
      }),
    )
    const { id } = await send(provider, [fine(), fine(), fine()])
    await expect.poll(bench.sent, { timeout: 5_000 }).toBe(odd)
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (const from of [provider, bench.front(again(base(bench)))]) {
      expect(await bench.status(id, from)).toMatchObject({ id, status: 100 })
      await expect(send(from, [fine()], { id })).rejects.toMatchObject({ code: 5720 })
    }
    expect(bench.sent()).toBe(odd)
  })
})

describe('two in front of one wallet', () => {
  /** A wallet that is open until it is let go on. */
  function held(bench: ReturnType<typeof setUp>, at: number) {
    let letGo = () => {}
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let opened = 0
    const provider = inFront(bench.wallet.provider as Eip1193Provider, {
      async eth_sendTransaction(turn, ask) {
        opened = turn
        if (turn === at) await gate
        return ask()
      },
    })
    return { provider, letGo, opened: () => opened }
  }

  it.each([
    ['of one page', (base: Eip1193Provider) => base],
    ['of two tabs', again],
  ])('%s take an id once, while the wallet is still open for it', async (_, other) => {
    const bench = setUp()
    const { provider, letGo, opened } = held(bench, 1)
    const id = '0xaa'
    const first = send(bench.front(provider), [fine()], { id })
    await expect.poll(opened).toBe(1)
    const second = bench.front(other(provider))
    await expect(send(second, [fine()], { id })).rejects.toMatchObject({ code: 5720 })
    expect(await bench.status(id, second)).toMatchObject({ status: 100 })
    letGo()
    expect(await first).toEqual({ id })
    expect(bench.sent()).toBe(1)
  })

  it.each([
    ['of one page', (base: Eip1193Provider) => base],
    ['of two tabs', again],
  ])('%s know that the rest is still asked for', async (_, other) => {
    const bench = setUp()
    const { provider, letGo, opened } = held(bench, 2)
    const { id } = await send(bench.front(provider), [fine(), fine()])
    const second = bench.front(other(provider))
    const told = new Set<number>()
    await expect
      .poll(
        async () => {
          told.add((await bench.status(id, second)).status)
          return opened()
        },
        { timeout: 5_000, interval: 5 },
      )
      .toBe(2)
    told.add((await bench.status(id, second)).status)
    expect([...told]).toEqual([100])
    letGo()
    await expect.poll(async () => (await bench.status(id, second)).status, { timeout: 5_000 }).toBe(200)
  })

  it.each([
    ['goes on', 60_000, 100],
    ['was closed', -1, 600],
    ['never was', 10 ** 9, 600],
  ])('a page that %s counts so', async (_, ahead, status) => {
    const bench = setUp()
    const { id } = await send(bench.provider, [fine()])
    await bench.settled(id)
    const key = 'latchkey.eip155.calls'
    const [record] = JSON.parse(stored.get(key) ?? '[]') as object[]
    stored.set(key, JSON.stringify([{ ...record, count: 2, runningUntil: Date.now() + ahead }]))
    const other = bench.front(again(bench.wallet.provider as Eip1193Provider))
    expect(await bench.status(id, other)).toMatchObject({ status })
  })
})

it('a node that fails now and then doesn’t end the calls half way', async () => {
  const bench = setUp()
  const provider = inFront(bench.wallet.provider as Eip1193Provider, {
    eth_getTransactionReceipt: async (turn, ask) => {
      if (turn === 1) throw new Error('The node is busy.')
      return turn === 2 ? { status: '0x1' } : ask()
    },
  })
  const { id } = await send(bench.front(provider), [fine(), fine()])
  await expect.poll(bench.sent, { timeout: 5_000 }).toBe(2)
  expect(await bench.settled(id)).toMatchObject({ status: 200 })
})

it('a transaction names its network, so that it can’t be sent on another one', async () => {
  const { provider, wallet } = setUp()
  await send(provider, [fine()], { chainId: '0x07a69' })
  const asked = wallet.control.requests.find(({ method }) => method === 'eth_sendTransaction')
  expect(asked?.params).toEqual([{ from: own(), chainId: '0x7a69', ...fine() }])
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
