import { Badge, ListRow, useMessages, WalletIcon } from '@latchkey/ui-react'
import type { DirectoryEntry } from '../listEntries.js'
import { directory as section } from './messages.js'

export interface WalletEntryRowProps {
  readonly entry: DirectoryEntry
  /** Whether a wallet that is not installed can be paired; without it, its row leads to its site. */
  readonly canPair: boolean
  onChoose(entry: DirectoryEntry): void
}

export function WalletEntryRow({ entry, canPair, onChoose }: WalletEntryRowProps) {
  const messages = useMessages(section)
  const { record, connector, connectors, recent, lastUsed } = entry
  const icon = connectors.map((each) => each.icon).find((each) => typeof each === 'string') ?? record.imageUrl
  const site = record.homepage?.startsWith('https://') ? record.homepage : undefined
  const leads = connector || canPair ? { onClick: () => onChoose(entry) } : site ? { href: site } : {}
  return (
    <ListRow
      leading={
        <WalletIcon
          name={record.name}
          src={icon}
          walletId={record.id}
          rdns={record.discovery?.rdns?.[0] ?? connector?.rdns}
        />
      }
      title={record.name}
      badge={
        connector ? (
          <Badge tone="success">{messages.installed}</Badge>
        ) : recent ? (
          <Badge>{lastUsed ? messages.lastUsed : messages.recent}</Badge>
        ) : record.isCertified ? (
          <Badge title={messages.certifiedMeans}>{messages.certified}</Badge>
        ) : null
      }
      testId={`lk-directory-${record.id}`}
      {...leads}
    />
  )
}
