import { expect, it } from 'vitest'
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
