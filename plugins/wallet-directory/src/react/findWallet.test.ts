import { expect, it } from 'vitest'
import { wallets } from '../data/wallets.js'
import type { WalletDirectoryService } from '../walletDirectory.js'
import { findWallet } from './findWallet.js'

const directory: WalletDirectoryService = {
  wallets: async () => wallets,
  hosted: undefined,
  filter: {},
  recents: () => [],
  remember() {},
}

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
