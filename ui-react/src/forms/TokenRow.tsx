import type { NetworkId } from '@latchkey/kernel/plugin'
import { AmountText } from '../components/AmountText.js'
import { FiatText } from '../components/FiatText.js'
import { ListRow } from '../components/ListRow.js'
import { TokenIcon } from '../components/TokenIcon.js'
import { safeText } from '../utils/safeText.js'
import { truncateAddress } from '@latchkey/kernel/contracts'

export interface TokenRowProps {
  readonly symbol: string
  readonly name?: string | undefined
  readonly decimals: number
  readonly networkId: NetworkId | undefined
  /** Absent for the coin. */
  readonly address?: string | undefined
  readonly icon?: string | undefined
  /** What the account holds, in the smallest unit. Absent while it isn't known. */
  readonly balance?: bigint | undefined
  /** Worth of the balance, a decimal string. Absent without a price. */
  readonly worth?: string | undefined
  /** ISO 4217 code of the worth. */
  readonly currency: string
  readonly selected?: boolean | undefined
  onChoose(): void
  readonly testId?: string | undefined
}

/** A token to choose. It goes with its address: anybody can give a token any name and symbol. */
export function TokenRow({ symbol, name = '', networkId, address, balance, worth, ...rest }: TokenRowProps) {
  const shown = safeText(symbol, 12)
  const short = address === undefined ? undefined : truncateAddress(safeText(address))
  // Beside an amount the symbol follows that.
  const subtitle = short && balance === undefined ? `${shown} · ${short}` : (short ?? shown)
  return (
    <ListRow
      leading={<TokenIcon symbol={symbol} src={rest.icon} networkId={networkId} address={address} />}
      title={safeText(name, 40) || shown}
      subtitle={subtitle}
      trailing={
        balance === undefined ? undefined : (
          <AmountText value={balance} decimals={rest.decimals} symbol={symbol} />
        )
      }
      trailingSubtitle={worth === undefined ? undefined : <FiatText value={worth} currency={rest.currency} />}
      selected={rest.selected}
      testId={rest.testId}
      onClick={rest.onChoose}
    />
  )
}
