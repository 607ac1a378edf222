import { expect, it } from 'vitest'
import { wallets } from '../data/wallets.js'
import type { WalletRecord } from '../wallet.js'
import type { WalletDirectoryService } from '../walletDirectory.js'
import { findWallet } from './findWallet.js'
import { wholeList } from './WalletCount.js'

const listing = (records: readonly WalletRecord[]): WalletDirectoryService => ({
  wallets: async () => records,
  closed: async () => [],
  hosted: undefined,
  filter: {},
  recents: () => [],
  remember() {},
})
const directory = listing(wallets)

it.each(['metamask', 'MetaMask', 'io.metamask', 'IO.METAMASK.flask'])(
  'finds the wallet by %s',
  async (wallet) => {
    const found = await findWallet(directory, wallet)
    expect(found).toMatchObject({ id: 'metamask', name: 'MetaMask' })
    expect(found?.links?.universal).toMatch(/^https:/)
  },
)

it.each(['meta', 'io.metamask.', '', '__proto__'])('finds none by %j', async (wallet) => {
  expect(await findWallet(directory, wallet)).toBeUndefined()
})

/** Reference facts 7.6. */
const shortNames =
  'metamask trust coinbase rainbow phantom okx bitget binance uniswap safepal bybit tokenpocket ledger safe zerion imtoken kraken ronin robinhood exodus solflare coin98 magic-eden backpack frontier xverse leather'

it.each(shortNames.split(' '))('finds the wallet that apps call %s', async (name) => {
  const found = await findWallet(directory, name)
  expect(found?.name.toLowerCase().replace(' ', '-')).toContain(name)
})

it.each([
  ['oneinch', '1inch-wallet'],
  ['crypto-com', 'crypto-com-onchain'],
  ['argent', 'ready'],
  ['jupiter', 'jupiter-mobile'],
])('has what others call %s under %s', async (other, id) => {
  expect(await findWallet(directory, other)).toBeUndefined()
  expect(await findWallet(directory, id)).toMatchObject({ id })
})

it('goes by the id before the name, and returns neither of two', async () => {
  const first = { id: 'first', name: 'com.second' }
  const second = { id: 'second', name: 'Twin', discovery: { rdns: ['com.second'] } }
  const list = listing([first, second, { id: 'third', name: 'twin' }])
  expect(await findWallet(list, 'com.second')).toMatchObject({ id: 'second' })
  expect(await findWallet(list, 'twin')).toBeUndefined()
})

it('says no more wallets than the list has', () => {
  const open = wallets.filter(({ closed }) => !closed)
  expect(wholeList).toBe(open.length - (open.length % 10))
})
