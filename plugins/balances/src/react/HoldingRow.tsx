import type { Network } from '@latchkey/kernel/plugin'
import {
  AmountText,
  Badge,
  FiatText,
  HiddenAmount,
  ListRow,
  safeText,
  TokenIcon,
  useMessages,
} from '@latchkey/ui-react'
import type { ShownHolding } from '../BalancesService.js'
import { balancesMessages } from './messages.js'

export interface HoldingRowProps {
  readonly holding: ShownHolding
  readonly network: Network | undefined
  readonly currency: string
  /** Covers amount and worth. */
  readonly hidden: boolean
}

/** One token: what it is, where it lives, how much there is and what that is worth. */
export function HoldingRow({ holding, network, currency, hidden }: HoldingRowProps) {
  const messages = useMessages(balancesMessages)
  const { amount, name, icon, price, worth, isSuspicious } = holding
  const { value, decimals, symbol } = amount
  const shortSymbol = safeText(symbol, 12)
  return (
    <ListRow
      leading={
        <TokenIcon
          symbol={symbol}
          src={icon ?? (holding.address === undefined ? network?.icon : undefined)}
          networkName={network?.name}
          networkIcon={network?.icon}
        />
      }
      title={safeText(name, 60) || shortSymbol || messages.unnamed}
      subtitle={
        isSuspicious ? (
          <Badge tone="warning" title={messages.suspiciousText}>
            {messages.suspicious}
          </Badge>
        ) : price ? (
          <FiatText value={price} currency={currency} precise />
        ) : (
          shortSymbol
        )
      }
      trailing={hidden ? <HiddenAmount /> : <AmountText value={value} decimals={decimals} symbol={symbol} />}
      trailingSubtitle={
        worth && !hidden && !isSuspicious ? <FiatText value={worth} currency={currency} /> : undefined
      }
      testId={`balances-row-${holding.key}`}
    />
  )
}
