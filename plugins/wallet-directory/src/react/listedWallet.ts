import type { ListedWallet } from '@latchkey/kernel/contracts'
import type { WalletRecord } from '../wallet.js'

/** What a pairing connector is told of a wallet. A whole link stands in where no https base is known. */
export function listedWallet(record: WalletRecord): ListedWallet {
  const { id, name, homepage, chromeStoreId, links, stores, imageUrl } = record
  const universal = links?.universal ?? links?.templates?.find((link) => link.startsWith('https:'))
  return {
    id,
    name,
    ...(imageUrl === undefined ? {} : { icon: imageUrl }),
    ...(homepage === undefined ? {} : { homepage }),
    ...(chromeStoreId === undefined ? {} : { chromeStoreId }),
    links: {
      ...(links?.native === undefined ? {} : { native: links.native }),
      ...(universal === undefined ? {} : { universal }),
      ...(links?.desktop === undefined ? {} : { desktop: links.desktop }),
      ...(links?.webapp === undefined ? {} : { webapp: links.webapp }),
      ...(links?.inAppBrowser === undefined ? {} : { inAppBrowser: links.inAppBrowser }),
    },
    ...(stores === undefined ? {} : { stores }),
  }
}
