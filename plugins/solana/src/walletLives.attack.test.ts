// A Wallet Standard wallet that locks, unlocks and tells it in its own ways, also while it is asked.
import { it } from 'vitest'
import {
  type Dialect,
  liveLives,
  type LivingWallet,
  type WalletLife,
} from '../../../kernel/test/walletLives.js'
import { createFakeWallet, registerWallet, walletId } from '../test/fakeWallet.js'
import { solana } from './index.js'

const seeds = [1, 2, 3]
const all = createFakeWallet({ seeds }).accounts
const addresses = all.map(({ address }) => address) as [string, string, string]

function createWallet(life: WalletLife): LivingWallet {
  const fake = createFakeWallet({ seeds })
  const shared = () =>
    life.isLocked || !life.isShared
      ? []
      : life.accounts.map((address) => all.find((account) => account.address === address))
  fake.answer('standard:connect', () => {
    // An answer that was on its way when something else happened.
    const accounts = shared()
    wallet.asked('standard:connect')
    return { accounts }
  })
  fake.answer('standard:disconnect', () => {})
  const leave = registerWallet(fake.wallet, window)
  const wallet: LivingWallet = {
    connectorId: walletId(fake.wallet),
    asked: () => {},
    tell(_, how) {
      if (how === 'silent') return
      if (how === 'odd') return fake.change({ accounts: [{ ...all[0], publicKey: new Uint8Array(32) }] })
      if (how === 'emptyFirst') fake.change({ accounts: [] })
      fake.change({ accounts: shared() })
      if (how === 'twice') fake.change({ accounts: shared() })
    },
    tellNothing: () => fake.change({ features: fake.wallet.features }),
    remove: leave,
  }
  return wallet
}

const dialect: Dialect = {
  namespace: 'solana',
  addresses,
  networks: [],
  plugins: () => [solana()],
  wallet: createWallet,
}

it('shows what the wallet says within one question, whatever it tells and when', async () => {
  await liveLives(dialect, 100)
}, 1_800_000)
