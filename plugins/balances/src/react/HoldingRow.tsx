import type { Network } from '@latchkey/kernel/plugin'
import {
  AddressText,
  AmountText,
  Badge,
  FiatText,
  HiddenAmount,
  ListRow,
  safeText,
  useMessages,
} from '@latchkey/ui-react'
import type { ShownHolding } from '../BalancesService.js'
import { HoldingIcon } from './HoldingIcon.js'
import { balancesMessages } from './messages.js'

export interface HoldingRowProps {
  readonly holding: ShownHolding
  readonly network: Network | undefined
  readonly currency: string
  /** Covers amount and worth. */
  readonly hidden: boolean
  /** Whether rows of several networks stand in one list: each then names its network in the place of the price. */
  readonly isAmongNetworks?: boolean
}

/** One token: what it is, where it lives, how much there is and what that is worth. */
export function HoldingRow(props: HoldingRowProps) {
  const { holding, network, currency, hidden, isAmongNetworks = false } = props
  const messages = useMessages(balancesMessages)
  const { amount, name, price, worth, isSuspicious } = holding
  const { value, decimals, symbol } = amount
  // A source that knows no name says the address instead, and once is enough.
  const isUnknown = holding.address !== undefined && isShortened(symbol, holding.address)
  const shortSymbol = isUnknown ? '' : safeText(symbol, 12)
  return (
    <ListRow
      leading={<HoldingIcon holding={holding} symbol={isUnknown ? '?' : symbol} network={network} />}
      title={isUnknown ? messages.unnamed : safeText(name, 60) || shortSymbol || messages.unnamed}
      subtitle={
        isSuspicious ? (
          <Badge tone="warning" title={messages.suspiciousText}>
            {messages.suspicious}
          </Badge>
        ) : isAmongNetworks && network ? (
          safeText(network.name, 40)
        ) : price ? (
          <FiatText value={price} currency={currency} precise />
        ) : isUnknown ? (
          <AddressText address={holding.address ?? ''} />
        ) : (
          shortSymbol
        )
      }
      trailing={
        hidden ? (
          <HiddenAmount />
        ) : (
          <AmountText value={value} decimals={decimals} symbol={isUnknown ? undefined : symbol} />
        )
      }
      trailingSubtitle={
        worth && !hidden && !isSuspicious ? <FiatText value={worth} currency={currency} /> : undefined
      }
      testId={`balances-row-${holding.key}`}
    />
  )
}

/** Whether a text is an address with its middle left out. */
function isShortened(text: string, address: string): boolean {
  const [start, end, ...more] = text.split('…')
  return more.length === 0 && !!start && !!end && address.startsWith(start) && address.endsWith(end)
}
