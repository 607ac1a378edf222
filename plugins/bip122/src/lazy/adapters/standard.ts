import { type Clock, wait } from '@latchkey/kernel/plugin'
import type { StandardWallet } from '../standardWallet.js'
import type { CreateAdapter, WalletState } from './adapter.js'
import { createStandardReader, type StandardReader } from './createStandardReader.js'
import { createStandardWallet } from './createStandardWallet.js'
import { listenToStandardWallet } from './listenToStandardWallet.js'
import { onWalletChange } from './onWalletChange.js'

/** How long a wallet may take to know on a new page what it shares, in milliseconds. */
const ownTime = 3_000

/** Wallets of Wallet Standard with the features `bitcoin:*`. They name chains and have no current one. */
export const createStandardAdapter: CreateAdapter = (name, target, clock) => {
  const wallet = target as StandardWallet
  const reader = createStandardReader(name, wallet)
  const { has, ask, connect, refresh } = reader

  return {
    wallet: createStandardWallet(name, wallet, reader),
    connect,
    async restore() {
      const state = await refresh()
      if (state.accounts.length > 0) return state
      return has('standard:connect') ? undefined : untilShared(wallet, reader, clock)
    },
    refresh,
    listen: (listener) => listenToStandardWallet(wallet, reader, listener),
    async disconnect() {
      const feature = ['bitcoin:disconnect', 'standard:disconnect'].find(has)
      if (feature !== undefined) await ask(feature, 'disconnect')
    },
  }
}

/**
 * Waits for the accounts of a wallet that can't be asked without a prompt and fills its own list in once it has asked itself, as
 * MetaMask's does. `undefined` where it shares none in time.
 */
async function untilShared(
  wallet: StandardWallet,
  { reread }: StandardReader,
  clock: Clock,
): Promise<WalletState | undefined> {
  const over = new AbortController()
  const shared = () => {
    const state = reread()
    return state.accounts.length > 0 ? state : undefined
  }
  let fault: unknown
  const attempt = (run: () => void) => {
    try {
      run()
    } catch (error) {
      fault = error
      over.abort()
    }
  }
  const isShared = () => {
    if (shared()) over.abort()
  }
  const stop = onWalletChange(
    wallet,
    () => attempt(isShared),
    (error) =>
      attempt(() => {
        throw error
      }),
  )
  try {
    attempt(isShared)
    if (!over.signal.aborted) await wait(clock, ownTime, over.signal).catch(() => undefined)
    if (fault !== undefined) throw fault
    return shared()
  } finally {
    stop()
  }
}
