import type { NetworkId } from '@latchkey/kernel/plugin'
import { Chip } from '../components/Chip.js'
import { ChevronDownIcon } from '../components/icons/ChevronDownIcon.js'
import { TokenIcon } from '../components/TokenIcon.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { safeText } from '../utils/safeText.js'

export interface TokenChipProps {
  /** What is chosen. Without one it says "Select token". */
  readonly token:
    | {
        readonly symbol: string
        readonly icon?: string | undefined
        /** Absent for the coin. */
        readonly address?: string | undefined
      }
    | undefined
  readonly networkId: NetworkId | undefined
  readonly disabled?: boolean | undefined
  /** Leads to the choice of a token. */
  onChoose(): void
  readonly testId?: string | undefined
}

/** The token of an amount, as the way to choose another one: for `token` of an `AmountField`. */
export function TokenChip({ token, networkId, disabled, onChoose, testId }: TokenChipProps) {
  const messages = useMessages(forms)
  const symbol = token && safeText(token.symbol, 12)
  return (
    <Chip
      disabled={disabled}
      data-testid={testId}
      aria-label={symbol === undefined ? messages.chooseToken : messages.changeToken({ token: symbol })}
      trailingIcon={<ChevronDownIcon size="sm" />}
      icon={
        token ? (
          <TokenIcon
            symbol={token.symbol}
            src={token.icon}
            networkId={networkId}
            address={token.address}
            size="sm"
          />
        ) : undefined
      }
      onClick={onChoose}
    >
      {symbol ?? messages.chooseToken}
    </Chip>
  )
}
