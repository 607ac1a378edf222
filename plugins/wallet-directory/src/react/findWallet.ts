import type { ListedWallet } from '@latchkey/kernel/contracts'
import type { WalletRecord } from '../wallet.js'
import type { WalletDirectoryService } from '../walletDirectory.js'
import { listedWallet } from './listedWallet.js'

/**
 * The wallet of the list with this id or reverse-domain id, else the one with this name, else the one whose id only adds
 * "wallet": `trust` is `trust-wallet`. Where two have it, only the person can tell which one is meant, and neither is returned.
 */
export async function findWallet(
  directory: WalletDirectoryService,
  wallet: string,
): Promise<ListedWallet | undefined> {
  const wanted = wallet.toLowerCase()
  const isWanted = (known: string) => known.toLowerCase() === wanted
  const records = await directory.wallets()
  const ways = [
    ({ id, discovery }: WalletRecord) => [id, ...(discovery?.rdns ?? [])].some(isWanted),
    ({ name }: WalletRecord) => isWanted(name),
    ({ id }: WalletRecord) => id.endsWith('-wallet') && isWanted(id.slice(0, -'-wallet'.length)),
  ]
  for (const isMeant of ways) {
    const found = records.filter(isMeant)
    if (found.length > 0) return onlyOne(found)
  }
  return undefined
}

function onlyOne([record, other]: readonly WalletRecord[]): ListedWallet | undefined {
  return record && !other ? listedWallet(record) : undefined
}
