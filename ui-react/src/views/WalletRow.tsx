import { Badge, type BadgeProps } from '../components/Badge.js'
import { ListRow } from '../components/ListRow.js'
import type { WalletEntry, WalletTag } from '../connectOrder.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import { useWalletName } from '../useWalletName.js'
import { ConnectorIcon } from './ConnectorIcon.js'
import { usePrepared } from './usePrepared.js'

const tones: Readonly<Record<WalletTag, BadgeProps['tone']>> = {
  qrCode: 'accent',
  recent: 'neutral',
  multichain: 'neutral',
  installed: 'success',
  connected: 'accent',
  sameName: 'warning',
}

export interface WalletRowProps {
  readonly wallet: WalletEntry
  onChoose(wallet: WalletEntry): void
}

/** One wallet to choose. */
export function WalletRow({ wallet, onChoose }: WalletRowProps) {
  const messages = useMessages(connect)
  const walletName = useWalletName()
  usePrepared(wallet.connectors)
  const words: Readonly<Record<WalletTag, string>> = {
    qrCode: messages.tagQrCode,
    recent: messages.tagRecent,
    multichain: messages.tagMultichain,
    installed: messages.tagInstalled,
    connected: messages.tagConnected,
    sameName: messages.tagSameName,
  }
  const tags: readonly (WalletTag | undefined)[] = [wallet.tag, wallet.isClaimed ? 'sameName' : undefined]
  const badges = [...new Set(tags)].flatMap((tag) =>
    tag ? (
      <Badge key={tag} tone={tones[tag]}>
        {words[tag]}
      </Badge>
    ) : (
      []
    ),
  )
  return (
    <ListRow
      leading={<ConnectorIcon name={wallet.name} icon={wallet.icon} connectors={wallet.connectors} />}
      title={walletName(wallet.name)}
      badge={badges.length > 0 ? badges : null}
      testId={`wallet-selector-${wallet.id}`}
      onClick={() => onChoose(wallet)}
    />
  )
}
