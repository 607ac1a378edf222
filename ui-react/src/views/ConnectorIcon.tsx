import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import { WalletIcon, type WalletIconProps } from '../components/WalletIcon.js'
import { useConnectorIcon } from './useConnectorIcon.js'

export interface ConnectorIconProps {
  readonly name: string
  readonly icon: ConnectorContribution['icon']
  readonly size?: WalletIconProps['size']
}

/** Picture of a wallet that a connector describes. */
export function ConnectorIcon({ name, icon, size }: ConnectorIconProps) {
  return <WalletIcon name={name} src={useConnectorIcon(icon)} size={size} />
}
