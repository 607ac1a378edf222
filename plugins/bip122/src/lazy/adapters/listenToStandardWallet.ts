import { readField } from '@latchkey/kernel/chain'
import type { StandardWallet } from '../standardWallet.js'
import type { WalletListener, WalletState } from './adapter.js'
import type { StandardReader } from './createStandardReader.js'
import { onWalletChange } from './onWalletChange.js'

/**
 * Tells every change of a Wallet Standard wallet. Wallets replace their lists, so their own is read; where an
 * event tells another one, the wallet is asked.
 *
 * @returns ends it
 */
export function listenToStandardWallet(
  wallet: StandardWallet,
  { reread, stateOf }: Pick<StandardReader, 'reread' | 'stateOf'>,
  { hear, doubt, failed }: WalletListener,
): () => void {
  const heard = (change: unknown) => {
    const accounts = readField(change, 'accounts')
    const isOfAccounts = accounts !== undefined || readField(change, 'chains') !== undefined
    if (!isOfAccounts) return readField(change, 'features') === undefined ? doubt('keep') : undefined
    try {
      const own = reread()
      const told = accounts === undefined ? own : stateOf('standard:events', accounts)
      if (addressesOf(told) !== addressesOf(own)) doubt(told.accounts.length > 0 ? { word: told } : 'end')
      else if (accounts === undefined && own.accounts.length === 0) doubt('keep')
      else hear(() => own)
    } catch (error) {
      failed(error)
      doubt('keep')
    }
  }
  return onWalletChange(wallet, heard, failed)
}

const addressesOf = ({ accounts }: WalletState) => accounts.map(({ address }) => address).join()
