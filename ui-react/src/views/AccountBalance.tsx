import type { NamespaceId } from '@latchkey/kernel/plugin'
import { AmountText } from '../components/AmountText.js'
import { HiddenAmount } from '../components/HiddenAmount.js'
import { Skeleton } from '../components/Skeleton.js'
import { useAccount } from '../hooks/useAccount.js'
import { useNativeBalance } from '../hooks/useNativeBalance.js'
import { useShownBalance } from '../hooks/useShownBalance.js'
import { account } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'

/** Native coin of the account. Says so when it could not be read, and keeps showing what was read before. */
export function AccountBalance({ namespace }: { readonly namespace: NamespaceId }) {
  const messages = useMessages(account)
  const { status, amount, refresh } = useNativeBalance({ namespace })
  const { network, networkId, address } = useAccount({ namespace })
  const { hidden } = useShownBalance(networkId, address)
  if (status === 'unavailable' || status === 'disconnected') return null
  // The banner above says that the network ended, and another try would fail the same way.
  if (status === 'error' && !amount && network?.closed) return null
  return (
    <div className="lk-account-balance" data-testid="lk-account-balance" aria-busy={status === 'loading'}>
      {amount ? (
        <span className="lk-account-amount" data-stale={status === 'error' ? '' : undefined}>
          {hidden ? (
            <HiddenAmount />
          ) : (
            <AmountText value={amount.value} decimals={amount.decimals} symbol={amount.symbol} />
          )}
        </span>
      ) : null}
      {!amount && status === 'loading' ? <Skeleton shape="title" width="third" /> : null}
      {status === 'error' ? (
        <p className="lk-account-label" role="status">
          {messages.balanceFailed}{' '}
          <button type="button" className="lk-text-button" onClick={refresh}>
            {messages.retry}
          </button>
        </p>
      ) : null}
    </div>
  )
}
