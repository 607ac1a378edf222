import type { Network } from '@latchkey/kernel/plugin'
import { TokenIcon } from '@latchkey/ui-react'
import type { ShownHolding } from '../BalancesService.js'

export interface HoldingIconProps {
  readonly holding: Pick<ShownHolding, 'networkId' | 'address' | 'icon'>
  /** What stands for a picture. */
  readonly symbol: string
  readonly network: Network | undefined
}

/** Picture of a token that is held, with its network. The native coin without one of its own has that of the network. */
export function HoldingIcon({ holding: { networkId, address, icon }, symbol, network }: HoldingIconProps) {
  return (
    <TokenIcon
      symbol={symbol}
      src={icon ?? (address === undefined ? network?.icon : undefined)}
      networkId={networkId}
      address={address}
      networkName={network?.name}
      networkIcon={network?.icon}
    />
  )
}
