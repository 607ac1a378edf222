import type { ListedWallet } from '@latchkey/kernel/plugin'
import { DownloadIcon, ListRow, useMessages } from '@latchkey/ui-react'
import { pairing as section } from './messages.js'

/** Where the wallet can be had: its own site, which knows the stores. */
export function GetWallet({ wallet, name }: { readonly wallet: ListedWallet; readonly name: string }) {
  const messages = useMessages(section)
  const { homepage } = wallet
  if (homepage === undefined || !/^https:\/\//.test(homepage) || !URL.canParse(homepage)) return null
  return (
    <ListRow
      leading={<DownloadIcon />}
      title={messages.get({ wallet: name })}
      href={homepage}
      testId="lk-get-wallet"
    />
  )
}
