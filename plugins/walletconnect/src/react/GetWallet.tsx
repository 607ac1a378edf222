import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Navigation } from '@latchkey/kernel/wallet'
import { DownloadIcon, GetWalletClicked, ListRow, useEmit, useMessages, useService } from '@latchkey/ui-react'
import { DownloadsRoute } from '../downloadsRoute.js'
import { storePages } from '../storePages.js'
import { currentPlatform } from './currentPlatform.js'
import { pairing as section } from './messages.js'

/** Where the wallet can be had: its store on a phone, a list of them on a computer, else its own site. */
export function GetWallet({ wallet, name }: { readonly wallet: ListedWallet; readonly name: string }) {
  const messages = useMessages(section)
  const navigation = useService(Navigation)
  const emit = useEmit()
  const [page, second] = storePages(wallet, currentPlatform().os)
  if (!page) return null
  const openDownloads = () => {
    emit(GetWalletClicked, undefined)
    navigation.push(DownloadsRoute, { wallet })
  }
  const leads = second ? { onClick: openDownloads } : { href: page.href }
  return (
    <ListRow
      leading={<DownloadIcon />}
      title={messages.get({ wallet: name })}
      testId="lk-get-wallet"
      chevron
      {...leads}
    />
  )
}
