import type { Account } from '@latchkey/kernel/plugin'
import {
  AmountText,
  EyeIcon,
  EyeOffIcon,
  FiatText,
  HiddenAmount,
  IconButton,
  Skeleton,
  useBalance,
  useCounted,
  useMessages,
  VisuallyHidden,
} from '@latchkey/ui-react'
import { balancesMessages } from './messages.js'
import { OldPrices } from './OldPrices.js'
import { useBalances } from './useBalances.js'

/** What all of it is worth, or the native coin where nothing has a price, and the switch that covers amounts. */
export default function TotalWorth({ account }: { readonly account: Account }) {
  const messages = useMessages(balancesMessages)
  const counted = useCounted()
  const { namespace } = account
  const balances = useBalances({ namespace })
  const { status, total, unpriced, pricedAt, isPricing, holdings, currency, hidden, setHidden } = balances
  // A sum of nothing, over coins that nobody prices, would say that they are worth nothing.
  const hasPrice = holdings.some(({ worth, isSuspicious }) => worth !== undefined && !isSuspicious)
  return (
    <div className="lk-account-balance" data-testid="balances-total" aria-busy={status === 'loading'}>
      <div className="lk-account-total" data-stale={status === 'error' ? '' : undefined}>
        {hidden ? (
          <HiddenAmount />
        ) : status === 'unsupported' ? (
          <FiatText value={undefined} tone="neutral" />
        ) : total !== undefined && hasPrice ? (
          <>
            <VisuallyHidden>{messages.total}</VisuallyHidden>
            <FiatText value={total} currency={currency} tone="neutral" />
          </>
        ) : status === 'loading' || isPricing ? (
          // The coin would stand here for a moment only, and give way to the value of all.
          <Skeleton shape="title" width="third" />
        ) : (
          <NativeAmount account={account} />
        )}
        <IconButton
          label={messages.hide}
          aria-pressed={hidden}
          icon={hidden ? <EyeOffIcon /> : <EyeIcon />}
          data-testid="balances-hide"
          onClick={() => setHidden(!hidden)}
        />
      </div>
      {total !== undefined && hasPrice && unpriced > 0 ? (
        <p className="lk-hint" data-testid="balances-unpriced">
          {messages.unpriced(counted(unpriced))}
        </p>
      ) : null}
      <OldPrices since={pricedAt} />
    </div>
  )
}

/** The list has it from the same source as the rest; until it is there, the shell's own reading does. */
function NativeAmount({ account: { namespace } }: { readonly account: Account }) {
  const { holdings, status } = useBalances({ namespace })
  const { amount: read, status: readStatus } = useBalance({ namespace })
  const amount = holdings.find(({ address }) => address === undefined)?.amount ?? read
  if (!amount) {
    if (status === 'loading' || readStatus === 'loading') return <Skeleton shape="title" width="third" />
    return <FiatText value={undefined} tone="neutral" />
  }
  return <AmountText value={amount.value} decimals={amount.decimals} symbol={amount.symbol} />
}
