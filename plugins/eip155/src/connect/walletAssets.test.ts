import { fakeClock } from '@latchkey/kernel/testing'
import { describe, expect, it } from 'vitest'
import specified from '../../vectors/eip5792/spec_examples.json' with { type: 'json' }
import methods from '../../vectors/wallet_methods/spec_examples.json' with { type: 'json' }
import { createWalletAssets } from './walletAssets.js'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const metadata = { name: 'Token', symbol: 'TOK', iconUrl: '', decimals: 18, price: 1.5 }
const native = {
  address: 'native',
  balance: '0xde0b6b3a7640000',
  type: 'native',
  metadata: { ...metadata, name: 'Ether', symbol: 'ETH' },
}
const token = {
  address: usdc.toLowerCase(),
  balance: '0x10',
  type: 'ERC20',
  metadata: { ...metadata, iconUrl: 'https://a.example/b.png' },
}
const advertised = { '0x1': { assetDiscovery: { supported: true } } }

/** A wallet that answers what it is told, and counts. */
function walletWith(answers: Record<string, unknown>) {
  const calls: { method: string; params: unknown }[] = []
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      calls.push({ method, params })
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer(params) : answer
    },
  }
  const clock = fakeClock()
  const reader = createWalletAssets({ clock })
  return {
    calls,
    clock,
    read: (networkId: `${string}:${string}` = 'eip155:1') => reader.read({ networkId, address, provider }),
    count: (method: string) => calls.filter((call) => call.method === method).length,
  }
}

it('answers what the wallet says, asked as ERC-7811 has it', async () => {
  const wallet = walletWith({
    wallet_getCapabilities: advertised,
    wallet_getAssets: { '0x1': [token, native] },
  })
  expect(await wallet.read()).toEqual([
    {
      address: usdc,
      name: 'Token',
      amount: { value: 16n, decimals: 18, symbol: 'TOK' },
      icon: 'https://a.example/b.png',
      priceInUsd: '1.5',
    },
    { name: 'Ether', amount: { value: 10n ** 18n, decimals: 18, symbol: 'ETH' }, priceInUsd: '1.5' },
  ])
  expect(wallet.calls).toEqual([
    { method: 'wallet_getCapabilities', params: [address, ['0x1']] },
    { method: 'wallet_getAssets', params: [{ account: address, chainFilter: ['0x1'] }] },
  ])
})

describe('whether a wallet offers it', () => {
  const example = (id: string) => specified.cases.find((entry) => entry.id === id)?.json as never

  it.each([
    ['the example of ERC-7811', example('ERC-7811 example 6'), 'eip155:10', true],
    [
      'the example of EIP-5792, which has other capabilities',
      example('EIP-5792 example 7'),
      'eip155:8453',
      false,
    ],
    ['leading zeros', { '0x01': { assetDiscovery: { supported: true } } }, 'eip155:1', true],
    ['every chain at once', { '0x0': { assetDiscovery: { supported: true } } }, 'eip155:1', true],
    ['another chain only', advertised, 'eip155:10', false],
    ['this chain not', { '0x1': { assetDiscovery: { supported: false } } }, 'eip155:1', false],
    ['nothing', {}, 'eip155:1', false],
    ['null', null, 'eip155:1', false],
    ['nonsense', { '0x1': 'yes' }, 'eip155:1', false],
    ['an error', new Error('Method not found'), 'eip155:1', false],
  ] as const)('%s', async (_, answer, networkId, isOffered) => {
    const wallet = walletWith({ wallet_getCapabilities: answer, wallet_getAssets: { '0x1': [], '0xa': [] } })
    expect(await wallet.read(networkId)).toEqual(isOffered ? [] : undefined)
    expect(wallet.count('wallet_getAssets')).toBe(isOffered ? 1 : 0)
  })

  it('is asked once in five minutes, and once for several asks at one time', async () => {
    const wallet = walletWith({ wallet_getCapabilities: {} })
    await Promise.all([wallet.read(), wallet.read()])
    wallet.clock.advance(299_999)
    await wallet.read()
    expect(wallet.count('wallet_getCapabilities')).toBe(1)
    wallet.clock.advance(1)
    await wallet.read()
    expect(wallet.count('wallet_getCapabilities')).toBe(2)
  })

  it('is no when the wallet does not answer within two seconds', async () => {
    const wallet = walletWith({ wallet_getCapabilities: () => new Promise(() => {}) })
    const reading = wallet.read()
    await expect.poll(() => wallet.clock.pending).toBe(1)
    wallet.clock.advance(2_000)
    expect(await reading).toBeUndefined()
    expect(wallet.clock.pending).toBe(0)
  })
})

describe('an answer', () => {
  const read = (assets: unknown) =>
    walletWith({ wallet_getCapabilities: advertised, wallet_getAssets: assets }).read()

  it('may hold types that are not money, which are left out, and an asset twice, of which the first counts', async () => {
    const art = { address: '0x456', balance: '0xcd5595', type: 'ERC721', metadata: {} }
    const again = { ...token, type: 'erc20', balance: '0x99' }
    expect(await read({ '0x01': [art, token, again] })).toMatchObject([{ amount: { value: 16n } }])
  })

  it.each([0, 1e18, 1e300])('has no price where the wallet writes %d', async (price) => {
    const [asset] = (await read({ '0x1': [{ ...token, metadata: { ...metadata, price } }] })) ?? []
    expect(asset).not.toHaveProperty('priceInUsd')
  })

  it.each<readonly [string, unknown]>([
    ['is no object', 'text'],
    ['has not the chain', { '0xa': [token] }],
    ['has no list', { '0x1': { token } }],
    ['has an address that is none', { '0x1': [{ ...token, address: '0x12' }] }],
    ['has no balance', { '0x1': [{ ...token, balance: undefined }] }],
    ['has a balance that is no hex', { '0x1': [{ ...token, balance: '12.5' }] }],
    ['has a balance above 2^256', { '0x1': [{ ...token, balance: `0x1${'0'.repeat(64)}` }] }],
    ['has no metadata', { '0x1': [{ ...native, metadata: undefined }] }],
    ...Object.keys(metadata).map(
      (name) =>
        [`has no ${name}`, { '0x1': [{ ...token, metadata: { ...metadata, [name]: undefined } }] }] as const,
    ),
    ['has decimals as text', { '0x1': [{ ...token, metadata: { ...metadata, decimals: '18' } }] }],
    ['has half a decimal', { '0x1': [{ ...token, metadata: { ...metadata, decimals: 1.5 } }] }],
    ['has a price as text', { '0x1': [{ ...token, metadata: { ...metadata, price: '1' } }] }],
  ])('that %s is refused as a whole', async (_, answer) => {
    await expect(read(answer)).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
  })

  it('that does not come within five seconds is given up', async () => {
    const wallet = walletWith({
      wallet_getCapabilities: advertised,
      wallet_getAssets: () => new Promise(() => {}),
    })
    const reading = wallet.read()
    await expect.poll(() => wallet.count('wallet_getAssets')).toBe(1)
    wallet.clock.advance(5_000)
    await expect(reading).rejects.toMatchObject({ code: 'WALLET_ASSETS_SLOW' })
  })
})

/** Every example that EIP-5792, ERC-7811 and the standards beside them print. */
const printed = [
  ...specified.cases.map(({ id, json }) => ({ id, json: json as any })),
  ...methods.cases.map(({ standard, index, example }) => ({
    id: `${standard} ${index}`,
    json: example as any,
  })),
]
const chainsOf = (json: any): string[] => Object.keys(json).filter((key) => /^0x[0-9a-f]+$/i.test(key))

describe('the examples of the standards', () => {
  it.each(printed)('$id, as an answer about capabilities', async ({ json }) => {
    const offered = chainsOf(json).filter((chain) => json[chain]?.assetDiscovery?.supported === true)
    for (const chain of [...chainsOf(json).filter((key) => BigInt(key) > 0n), '0x539']) {
      const wallet = walletWith({ wallet_getCapabilities: json, wallet_getAssets: {} })
      const answer = await wallet.read(`eip155:${BigInt(chain)}`).catch((error) => error.code)
      expect(wallet.count('wallet_getAssets')).toBe(offered.includes(chain) ? 1 : 0)
      if (!offered.includes(chain)) expect(answer).toBeUndefined()
    }
  })

  it.each(printed)('$id, as an answer about assets', async ({ json }) => {
    const lists = chainsOf(json).filter((chain) => Array.isArray(json[chain]))
    for (const chain of lists) {
      const capabilities = { [chain]: { assetDiscovery: { supported: true } } }
      const wallet = walletWith({ wallet_getCapabilities: capabilities, wallet_getAssets: json })
      const money = json[chain].filter(({ type }: any) => /^(native|erc20)$/i.test(type))
      // The specification (section 5) wants every member of the metadata; the ERC prints some without.
      const isWhole = money.every(({ metadata }: any) => Object.keys(metadata ?? {}).length === 5)
      const answer = await wallet.read(`eip155:${BigInt(chain)}`).catch((error) => error.code)
      expect(isWhole ? answer.length : answer).toBe(isWhole ? money.length : 'WALLET_ANSWER_INVALID')
    }
    if (lists.length > 0) return
    const wallet = walletWith({ wallet_getCapabilities: advertised, wallet_getAssets: json })
    const answer = await wallet.read().catch((error) => error.code)
    expect([undefined, 'WALLET_ANSWER_INVALID']).toContain(Array.isArray(answer) ? answer[0] : answer)
  })
})
