import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import { WalletIcon, type WalletIconProps } from '../components/WalletIcon.js'
import { useConnectorIcon } from './useConnectorIcon.js'

export interface ConnectorIconProps {
  readonly name: string
  readonly icon: ConnectorContribution['icon']
  /** All that connect this wallet: the ids that they know it by are asked for when it has no picture. */
  readonly connectors?: readonly ConnectorContribution[] | undefined
  readonly size?: WalletIconProps['size'] | undefined
}

/** Picture of a wallet that a connector describes. */
export function ConnectorIcon({ name, icon, connectors = [], size }: ConnectorIconProps) {
  const source = useConnectorIcon(icon)
  const walletId = connectors.find((connector) => connector.walletId !== undefined)?.walletId
  const rdns = connectors.find((connector) => connector.rdns !== undefined)?.rdns
  const ids = icon === undefined ? { walletId, rdns } : {}
  return <WalletIcon name={name} src={source} size={size} {...ids} />
}
