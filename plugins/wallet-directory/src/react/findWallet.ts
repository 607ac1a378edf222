import type { ListedWallet } from '@latchkey/kernel/plugin'
import type { WalletRecord } from '../wallet.js'
import type { WalletDirectoryService } from '../walletDirectory.js'
import { listedWallet } from './listedWallet.js'

/**
 * The wallet of the list with this id or reverse-domain id, else the one with this name. Where two have it, only the person
 * can tell which one is meant, and neither is returned.
 */
export async function findWallet(
  directory: WalletDirectoryService,
  wallet: string,
): Promise<ListedWallet | undefined> {
  const wanted = wallet.toLowerCase()
  const isWanted = (known: string) => known.toLowerCase() === wanted
  const records = await directory.wallets()
  const byId = records.filter(({ id, discovery }) => [id, ...(discovery?.rdns ?? [])].some(isWanted))
  return onlyOne(byId.length > 0 ? byId : records.filter(({ name }) => isWanted(name)))
}

function onlyOne([record, other]: readonly WalletRecord[]): ListedWallet | undefined {
  return record && !other ? listedWallet(record) : undefined
}
