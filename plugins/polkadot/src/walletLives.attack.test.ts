// A wallet of `injectedWeb3` that hides and changes accounts and tells it in its own ways, or doesn't, also while it is asked.
import { it } from 'vitest'
import {
  type Dialect,
  liveLives,
  type LivingWallet,
  type WalletLife,
} from '../../../kernel/test/walletLives.js'
import { polkadot, polkadotAssetHub } from './index.js'
import { encodeSs58 } from './ss58.js'

const addresses = [1, 2, 3].map((seed) =>
  encodeSs58(new Uint8Array(32).fill(seed), polkadotAssetHub.ss58Prefix),
) as [string, string, string]

function createWallet(life: WalletLife, isMute: boolean): LivingWallet {
  const listeners = new Set<(list: unknown) => void>()
  const emit = (list: unknown) => {
    for (const listener of [...listeners]) listener(list)
  }
  const shared = () =>
    life.isLocked || !life.isShared ? [] : life.accounts.map((address) => ({ address, type: 'sr25519' }))
  const accounts = {
    async get() {
      // An answer that was on its way when something else happened.
      const list = shared()
      wallet.asked('accounts.get')
      return list
    },
    subscribe(listener: (list: unknown) => void) {
      listeners.add(listener)
      listener(shared())
      return () => listeners.delete(listener)
    },
  }
  const { get, subscribe } = accounts
  const enable = async () => {
    if (!life.isShared) throw new Error('The source is not allowed to interact with this extension')
    return { accounts: isMute ? { get } : { get, subscribe }, signer: {} }
  }
  Object.assign(window, { injectedWeb3: { living: { enable } } })
  const wallet: LivingWallet = {
    connectorId: 'polkadot.injected.living',
    asked: () => {},
    tell(_, how) {
      if (how === 'silent') return
      if (how === 'odd') return emit([{ address: 'locked' }])
      if (how === 'emptyFirst') emit([])
      emit(shared())
      if (how === 'twice') emit(shared())
    },
    tellNothing: () => emit(undefined),
    remove: () => listeners.clear(),
  }
  return wallet
}

const dialect: Dialect = {
  forgetsHidden: true,
  namespace: 'polkadot',
  addresses,
  networks: [],
  plugins: () => [polkadot({ networks: [polkadotAssetHub] })],
  wallet: (life) => createWallet(life, false),
}

it('shows what the wallet says within one question, whatever it tells and when', async () => {
  await liveLives(dialect, 100, 2)
}, 1_800_000)

it('shows what a wallet without subscribe says within one question', async () => {
  await liveLives({ ...dialect, isMute: true, wallet: (life) => createWallet(life, true) }, 30, 2)
}, 1_800_000)
