// A wallet whose networks are none that the app knows: what is shown, and what is offered.
import { createKernel } from '@latchkey/kernel'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { createFakeWallet, registerWallet, walletId } from '../test/fakeWallet.js'
import { solana, solanaMainnet } from './index.js'

afterEach(() => vi.unstubAllGlobals())

it('isn’t connected to, says why, and a session whose wallet leaves for one ends and stays stored', async () => {
  vi.stubGlobal('window', new EventTarget())
  const fake = createFakeWallet({ chains: ['solana:localnet'] })
  registerWallet(fake.wallet, window)
  const storage = fakeStorage()
  const kernel = createKernel([solana({ networks: [solanaMainnet] })], {
    storage,
    clock: fakeClock(),
    logLevel: 'silent',
  })
  await kernel.start()
  const session = kernel.get(Session)
  const connect = () => session.connect({ connectorId: walletId(fake.wallet) })
  await expect(connect()).rejects.toMatchObject({
    code: 'WALLET_NETWORK_UNSUPPORTED',
    shortMessage: 'Fake Wallet supports none of the Solana networks this app uses.',
  })
  expect(session.activeConnection('solana')).toBeUndefined()

  fake.change({ chains: ['solana:mainnet'] })
  await connect()
  expect(session.activeAccount('solana')).toBeDefined()
  fake.change({ chains: ['solana:localnet'] })
  await vi.waitFor(() => expect(session.activeConnection('solana')).toBeUndefined())
  expect(kernel.get(Wallets).active('solana')).toBeUndefined()
  expect(storage.values.get('latchkey:session')).toContain(walletId(fake.wallet))
  await kernel.dispose()
})
