// Own tokens on a real local node, with the real chain and the real reading of holdings.
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/kernel/plugin'
import { Holdings, type StorageAdapter, type TokenKeeper, TokenKeepers } from '@latchkey/kernel/contracts'
import { fakeStorage } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { walletData } from '@latchkey/plugin-wallet-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwnTokens } from './createOwnTokens.js'
import { OwnTokens } from './OwnTokensService.js'
import { ownTokens } from './ownTokens.js'

let stack: EvmStack
beforeAll(async () => {
  stack = await startEvm()
}, 120_000)
afterAll(() => stack?.stop())

async function setUp(storage: StorageAdapter = memoryStorage(), id = 'own') {
  let keepers: () => readonly TokenKeeper[] = () => []
  const wallet = definePlugin({
    id: 'test.wallet',
    kernel: '^1.0.0',
    setup(context) {
      keepers = () => context.list(TokenKeepers)
    },
  })
  const kernel = createKernel(
    [eip155({ networks: [stack.chain] }), walletData({ commonTokens: false }), ownTokens(), wallet],
    { storage, id, logLevel: 'silent', onPluginError: 'throw' },
  )
  await kernel.start()
  const networkId = `eip155:${stack.chainId}` as const
  const holder = { networkId, address: stack.accounts[0]!.address as string }
  const symbols = async (of = holder) =>
    (await kernel.get(Holdings).read(of)).holdings.map(({ amount }) => amount.symbol)
  return { kernel, own: kernel.get(OwnTokens), holder, symbols, keepers: () => keepers() }
}

it('shows what the node says an added token is and how much is held, over a reload, in its account only', async () => {
  const storage = memoryStorage()
  const first = await setUp(storage)
  const { usd } = stack.tokens
  expect(await first.symbols()).toEqual(['ETH'])
  expect(await first.own.add(first.holder, usd.address.toLowerCase())).toMatchObject({
    ...{ address: usd.address, symbol: usd.symbol, decimals: usd.decimals },
  })
  const { holdings } = await first.kernel.get(Holdings).read(first.holder)
  expect(holdings[1]).toMatchObject({
    address: usd.address,
    isKept: true,
    amount: {
      value: await stack.tokenBalanceOf(usd.address, stack.accounts[0]!.address),
      decimals: usd.decimals,
    },
  })
  await first.kernel.dispose()

  const { kernel, own, holder, symbols } = await setUp(storage)
  expect(await symbols()).toEqual(['ETH', usd.symbol])
  // However the account is written.
  expect(await symbols({ ...holder, address: holder.address.toLowerCase() })).toHaveLength(2)
  expect(await symbols({ ...holder, address: stack.accounts[1]!.address })).toEqual(['ETH'])
  own.forget({ ...holder, address: holder.address.toLowerCase() }, usd.address.toLowerCase())
  expect(await symbols()).toEqual(['ETH'])
  await kernel.dispose()
})

it('leaves out what is hidden until it is shown again, added twice or not', async () => {
  const { kernel, own, holder, symbols } = await setUp()
  const { usd, gold } = stack.tokens
  await own.add(holder, usd.address)
  await own.add(holder, gold.address)
  await own.add(holder, gold.address)
  expect(own.state.tokens).toHaveLength(2)
  own.hide(holder, usd)
  expect(await symbols()).toEqual(['ETH', gold.symbol])
  await own.add(holder, usd.address)
  expect(await symbols()).toEqual(['ETH', gold.symbol, usd.symbol])
  await kernel.dispose()
})

it('hides a token for good, whatever it calls itself', async () => {
  const storage = memoryStorage()
  const first = await setUp(storage)
  const { usd } = stack.tokens
  const bait = [
    { symbol: '' },
    { symbol: 'A'.repeat(1_000) },
    { name: '' },
    { name: 'A'.repeat(1_000) },
    { decimals: 0 },
    { decimals: 78 },
    { decimals: Number.NaN },
  ].map((over, index) => ({ ...usd, ...over, address: `0x${String(index + 1).padStart(40, '0')}` }))
  for (const token of bait) first.own.hide(first.holder, token)
  await first.kernel.dispose()
  const { kernel, own, holder, keepers } = await setUp(storage)
  expect(bait.filter(({ address }) => !keepers()[0]?.hides(holder, address))).toEqual([])
  expect(own.state.tokens.map(({ address }) => address)).toEqual(bait.map(({ address }) => address))
  await kernel.dispose()
})

it('keeps nothing that is no token, and says so', async () => {
  const { kernel, own, holder } = await setUp()
  for (const address of [stack.accounts[5]!.address, '0x', 'token', '']) {
    await expect(own.add(holder, address)).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' })
  }
  await expect(
    own.add({ networkId: 'eip155:5', address: holder.address }, stack.tokens.usd.address),
  ).rejects.toThrow()
  expect([own.supports(holder.networkId), own.supports('solana:x')]).toEqual([true, false])
  expect(own.state.tokens).toEqual([])
  await kernel.dispose()
})

describe('what somebody else wrote into the storage', () => {
  const sound = {
    networkId: 'eip155:1',
    holder: `0x${'1'.repeat(40)}`,
    address: `0x${'2'.repeat(40)}`,
    symbol: 'TKN',
    decimals: 6,
  }
  const hostile: readonly (readonly [string, unknown])[] = [
    ['no list', { ...sound }],
    ['null', [null]],
    ['a text', ['token']],
    ['no network', [{ ...sound, networkId: 'mainnet' }]],
    ['an endless symbol', [{ ...sound, symbol: 'A'.repeat(65) }]],
    ['no symbol', [{ ...sound, symbol: '' }]],
    ['a number for a name', [{ ...sound, name: 5 }]],
    ['an endless address', [{ ...sound, address: 'A'.repeat(129) }]],
    ['fewer than no decimals', [{ ...sound, decimals: -1 }]],
    ['half a decimal', [{ ...sound, decimals: 1.5 }]],
    ['decimals that move the point away', [{ ...sound, decimals: 78 }]],
    ['a word for hidden', [{ ...sound, isHidden: 'yes' }]],
  ]
  const readStored = async (value: unknown) => {
    const { kernel, own } = await setUp(
      fakeStorage({ 'hostile:ownTokens': JSON.stringify(value) }),
      'hostile',
    )
    const { tokens } = own.state
    await kernel.dispose()
    return tokens
  }

  it.each(hostile)('is no token: %s', async (_, value) => {
    expect(await readStored(value)).toEqual([])
  })

  it('spoils none of the others, and brings nothing along', async () => {
    const picture = { ...sound, icon: 'https://tracker.example' }
    expect(await readStored([...hostile.slice(1).flatMap(([, value]) => value), picture])).toEqual([sound])
  })

  it('hides no balance of the others where an address is none', async () => {
    const { usd } = stack.tokens
    const [networkId, holder] = [`eip155:${stack.chainId}`, stack.accounts[0]!.address]
    const stored = ['token', '0x12', usd.address].map((address) => ({ ...sound, networkId, holder, address }))
    const storage = fakeStorage({ 'hostile:ownTokens': JSON.stringify(stored) })
    const { kernel, holder: asked } = await setUp(storage, 'hostile')
    const answer = await kernel.get(Holdings).read(asked)
    expect(answer.holdings.map(({ address }) => address)).toEqual([undefined, usd.address])
    expect(answer.problems).toEqual([])
    await kernel.dispose()
  })

  it('is no more than 2,000, the newest', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ ...sound, address: `0x${index}` }))
    const tokens = await readStored(many)
    expect([tokens.length, tokens.at(-1)?.address]).toEqual([2_000, '0x4999'])
  })
})

it('takes what a wallet was told to keep', async () => {
  const { kernel, own, holder, keepers } = await setUp()
  const { usd, gold } = stack.tokens
  await keepers()[0]?.keep(holder, usd.address)
  await expect(keepers()[0]?.keep(holder, holder.address)).rejects.toMatchObject({ code: 'TOKEN_NOT_FOUND' })
  expect(own.state.tokens.map(({ symbol }) => symbol)).toEqual([usd.symbol])
  own.hide(holder, gold)
  expect(keepers()[0]?.hides(holder, gold.address.toLowerCase())).toBe(true)
  await kernel.dispose()
})

it('refuses the 201st token of an account', async () => {
  const { kernel, own, holder } = await setUp()
  const filled = Array.from({ length: 200 }, (_, index) => ({
    ...{ networkId: holder.networkId, holder: holder.address, symbol: 'T', decimals: 6 },
    address: `0x${String(index).padStart(40, '0')}`,
  }))
  Object.assign(own.state, { tokens: filled })
  await expect(own.add(holder, stack.tokens.usd.address)).rejects.toMatchObject({
    code: 'OWN_TOKENS_FULL',
    message: 'You’ve added 200 tokens, the most for one account. Remove one first.',
  })
  await expect(
    own.add({ ...holder, address: stack.accounts[1]!.address }, stack.tokens.usd.address),
  ).resolves.toMatchObject({
    symbol: stack.tokens.usd.symbol,
  })
  await kernel.dispose()
})

it('walks all that is kept once for the tokens of an account, not once for each', () => {
  const networkId = 'eip155:1'
  let compared = 0
  const isSameAddress = (left: string, right: string) => {
    compared += 1
    return left === right
  }
  const { service, keeper } = createOwnTokens({
    wallets: { namespace: () => ({ isSameAddress }) } as never,
    storage: { write: () => {} } as never,
    balances: undefined,
    portfolio: undefined,
  })
  const holder = { networkId, address: 'anna' } as const
  const others = Array.from({ length: 1_999 }, (_, index) => ({
    ...{ networkId, holder: 'others', address: `t${index}`, symbol: 'T', decimals: 6, isHidden: true },
  }))
  Object.assign(service.state, { tokens: others })
  service.hide(holder, { address: 'bait', symbol: 'B', decimals: 6 })
  compared = 0
  const hidden = ['bait', ...others.map(({ address }) => address)].filter((token) =>
    keeper.hides(holder, token),
  )
  expect(hidden).toEqual(['bait'])
  expect(compared).toBe(4_000)
})
