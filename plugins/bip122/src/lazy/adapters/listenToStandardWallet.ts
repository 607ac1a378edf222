import { readField } from '@latchkey/kernel/chain'
import { featureOf, type StandardWallet } from '../standardWallet.js'
import type { WalletListener } from './adapter.js'
import type { StandardReader } from './createStandardReader.js'

/** Tells every change of a Wallet Standard wallet. @returns ends it */
export function listenToStandardWallet(
  wallet: StandardWallet,
  { reread }: StandardReader,
  { changed, ended, failed }: WalletListener,
): () => void {
  let listening = true
  const heard = (change: unknown) => {
    if (!listening || !(readField(change, 'accounts') || readField(change, 'chains'))) return
    try {
      // Wallets replace their lists, so the event's own list is not read.
      const state = reread()
      if (state.accounts.length === 0) ended()
      else changed(state)
    } catch (error) {
      failed(error)
    }
  }
  let off: unknown
  try {
    off = featureOf(wallet, 'standard:events')?.['on']?.('change', heard)
  } catch (error) {
    failed(error)
  }
  return () => {
    if (!listening) return
    listening = false
    try {
      if (typeof off === 'function') off()
    } catch (error) {
      failed(error)
    }
  }
}
