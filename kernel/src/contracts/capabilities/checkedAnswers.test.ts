import { describe, expect, it } from 'vitest'
import { capability, findCapability } from '../../keys/capability.js'
import type { Amount } from './amount.js'
import { Balance, type BalanceCapability, type TokenAmount } from './balance.js'
import { WalletAssets, type WalletAsset } from './walletAssets.js'

const sound = { value: 5n, decimals: 6, symbol: 'USD' }
const token = { address: '0x1', decimals: 6, symbol: 'USD' }
const request = { networkId: 'eip155:1', address: '0xa' } as const

const broken: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 5],
  ['a value that is a number', { ...sound, value: 5 }],
  ['a value that is a text', { ...sound, value: '5' }],
  ['less than nothing', { ...sound, value: -1n }],
  ['more than 256 bits', { ...sound, value: 2n ** 256n }],
  ['more than 256 bits that the chain moves', { ...sound, moved: 2n ** 256n }],
  ['no decimals', { ...sound, decimals: undefined }],
  ['half a decimal', { ...sound, decimals: 0.5 }],
  ['more decimals than an asset has', { ...sound, decimals: 78 }],
  ['decimals below zero', { ...sound, decimals: -1 }],
  ['no symbol', { ...sound, symbol: undefined }],
]

const registered = (value: Partial<BalanceCapability>) =>
  findCapability([capability(Balance, { native: async () => sound, ...value })], Balance) as BalanceCapability

const withTokens = (...amounts: readonly unknown[]) =>
  registered({ tokens: async () => amounts as TokenAmount[], listsTokens: true })

const refused = { code: 'AMOUNT_INVALID' }

it.each(broken)('no balance is %s', async (_, amount) => {
  const own = registered({ native: async () => amount as Amount })
  await expect(own.native(request)).rejects.toMatchObject(refused)
})

it.each(broken)('no balance of a token that was asked for is %s', async (_, amount) => {
  const asked = withTokens({ ...sound, token }, amount).tokens?.({ ...request, tokens: [token] })
  await expect(asked).rejects.toMatchObject(refused)
})

it.each(broken)('of tokens that are listed, one that is %s costs no other', async (_, amount) => {
  const listed = await withTokens(amount, { ...sound, token }, amount).tokens?.(request)
  expect(listed).toEqual([{ ...sound, token }])
})

it.each(broken)('of what a wallet says it holds, %s costs no other', async (_, amount) => {
  const assets = [amount && { name: 'Bad', amount }, { name: 'Good', amount: sound }] as WalletAsset[]
  const own = findCapability([capability(WalletAssets, { read: async () => assets })], WalletAssets)
  expect(await own?.read({ ...request, provider: {} })).toEqual([{ name: 'Good', amount: sound }])
})

it.each([undefined, null, 5, 'all', { length: 1 }])('%j is no list of tokens', async (answer) => {
  const own = registered({ tokens: async () => answer as never })
  await expect(own.tokens?.(request)).rejects.toMatchObject(refused)
})

it('offers what was registered, and no more', async () => {
  expect(registered({}).tokens).toBeUndefined()
  expect(registered({}).listsTokens).toBeUndefined()
  expect(withTokens().listsTokens).toBe(true)
  expect(await registered({}).native(request)).toEqual(sound)
  const silent = findCapability([capability(WalletAssets, { read: async () => undefined })], WalletAssets)
  expect(await silent?.read({ ...request, provider: {} })).toBeUndefined()
})

it.each([
  ['fewer than were asked for', []],
  ['no list', undefined],
  ['a divisor of zero', [{ numerator: 1n, denominator: 0n }]],
  ['nothing for something', [{ numerator: 0n, denominator: 1n }]],
  ['a number', [4]],
  ['null', [null]],
])('what amounts are multiplied by is not %s', async (_, answer) => {
  const own = registered({ multipliers: async () => answer as never })
  const asked = own.multipliers?.({ networkId: request.networkId, tokens: ['0x1'] })
  await expect(asked).rejects.toMatchObject(refused)
})

it('tells what amounts are multiplied by in the order of the tokens', async () => {
  const multipliers = [undefined, { numerator: 4n, denominator: 1n }]
  const own = registered({ multipliers: async () => multipliers })
  const asked = own.multipliers?.({ networkId: request.networkId, tokens: ['0x1', '0x2'] })
  expect(await asked).toEqual(multipliers)
})

describe('where a chain keeps amounts in 64 bits', () => {
  const most = 2n ** 64n - 1n
  const largest = (networkId: string) => (networkId === request.networkId ? most : 5n)
  const holding = (amount: Amount) =>
    registered({
      native: async () => amount,
      tokens: async () => [{ ...amount, token }],
      largest,
    })

  it('takes all that fits', async () => {
    const own = holding({ ...sound, value: most })
    expect(await own.native(request)).toMatchObject({ value: most })
    expect(await own.tokens?.(request)).toHaveLength(1)
    expect(own.largest?.(request.networkId)).toBe(most)
  })

  it('refuses what does not fit, asked for or listed', async () => {
    const own = holding({ ...sound, value: most + 1n })
    await expect(own.native(request)).rejects.toMatchObject(refused)
    await expect(own.tokens?.({ ...request, tokens: [token] })).rejects.toMatchObject(refused)
    expect(await own.tokens?.(request)).toEqual([])
  })

  it('asks for the network of the request', async () => {
    const own = holding({ ...sound, value: 6n })
    await expect(own.native({ ...request, networkId: 'eip155:2' })).rejects.toMatchObject(refused)
  })

  it('measures what the chain moves where people read a multiple of it', async () => {
    const multiplied = { ...sound, value: most * 4n, moved: most }
    expect(await holding(multiplied).native(request)).toEqual(multiplied)
    await expect(holding({ ...multiplied, moved: most + 1n }).native(request)).rejects.toMatchObject(refused)
  })

  it.each([undefined, 5, '5', -1n, 2n ** 300n])('holds to 256 bits where the chain says %s', async (told) => {
    const own = registered({
      native: async () => ({ ...sound, value: 2n ** 256n }),
      largest: () => told as bigint,
    })
    await expect(own.native(request)).rejects.toMatchObject(refused)
    const sane = registered({ largest: () => told as bigint })
    expect(await sane.native(request)).toEqual(sound)
  })
})
