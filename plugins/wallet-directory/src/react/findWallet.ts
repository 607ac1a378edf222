import type { ListedWallet } from '@latchkey/kernel/plugin'
import type { WalletDirectoryService } from '../walletDirectory.js'
import { listedWallet } from './listedWallet.js'

/** The wallet of the list with this id, reverse-domain id or name. */
export async function findWallet(
  directory: WalletDirectoryService,
  wallet: string,
): Promise<ListedWallet | undefined> {
  const wanted = wallet.toLowerCase()
  const found = (await directory.wallets()).find(({ id, name, discovery }) =>
    [id, name, ...(discovery?.rdns ?? [])].some((known) => known.toLowerCase() === wanted),
  )
  return found && listedWallet(found)
}
