import type { RouteParams } from '@latchkey/kernel/plugin'
import { DownloadIcon, ListRow, type RouteViewProps, safeText, useMessages } from '@latchkey/ui-react'
import type { DownloadsRoute } from '../downloadsRoute.js'
import { storePages } from '../storePages.js'
import { pairing as section } from './messages.js'
import { currentPlatform } from './currentPlatform.js'

/** Every page where the wallet can be had. */
export default function DownloadsView({ params }: RouteViewProps<RouteParams<typeof DownloadsRoute>>) {
  const messages = useMessages(section)
  return (
    <div className="lk-stack" data-gap="sm">
      <p className="lk-hint">{messages.stores({ wallet: safeText(params.wallet.name, 32) })}</p>
      {storePages(params.wallet, currentPlatform().os).map(({ kind, href }) => (
        <ListRow
          key={kind}
          leading={<DownloadIcon />}
          title={messages[kind]}
          href={href}
          testId={`lk-download-${kind}`}
        />
      ))}
    </div>
  )
}
