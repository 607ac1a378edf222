import { expect, it } from 'vitest'
import { wallets } from '../data/wallets.js'
import type { WalletRecord } from '../wallet.js'
import type { WalletDirectoryService } from '../walletDirectory.js'
import { findWallet } from './findWallet.js'

const listing = (records: readonly WalletRecord[]): WalletDirectoryService => ({
  wallets: async () => records,
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

it('goes by the id before the name, and returns neither of two', async () => {
  const first = { id: 'first', name: 'com.second' }
  const second = { id: 'second', name: 'Twin', discovery: { rdns: ['com.second'] } }
  const list = listing([first, second, { id: 'third', name: 'twin' }])
  expect(await findWallet(list, 'com.second')).toMatchObject({ id: 'second' })
  expect(await findWallet(list, 'twin')).toBeUndefined()
})
