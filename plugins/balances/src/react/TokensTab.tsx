import type { Account } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import {
  CoinsIcon,
  EmptyState,
  ErrorState,
  ListRow,
  SkeletonRow,
  useAccount,
  useClosedNetwork,
  useMessages,
  useService,
  VisuallyHidden,
  useLocale,
} from '@latchkey/ui-react'
import { TokensRoute } from '../BalancesService.js'
import { HoldingRow } from './HoldingRow.js'
import { balancesMessages } from './messages.js'
import { NoTokens } from './NoTokens.js'
import { ReadingNotes } from './ReadingNotes.js'
import { OwnTokensRow } from './OwnTokensRow.js'
import { RetryButton } from './RetryButton.js'
import { useBalances } from './useBalances.js'

/** More than this have a view of their own, so that what stands below the list stays within reach. */
const most = 12
/** Shown of those. */
const first = 10

/** Tokens of the account: the most valuable ones, and a way to all of them. */
export default function TokensTab({ account }: { readonly account: Account }) {
  const messages = useMessages(balancesMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const { namespace } = account
  const { network } = useAccount({ namespace })
  const closed = useClosedNetwork(network)
  const balances = useBalances({ namespace })
  const { status, holdings, hidden, currency, retryAt, refreshing, refresh } = balances
  if (status === 'loading' || status === 'disconnected') return <LoadingTokens label={messages.loading} />
  if (status === 'unsupported') {
    return (
      <EmptyState
        icon={<CoinsIcon size="lg" />}
        title={messages.unsupported}
        text={messages.unsupportedText}
      />
    )
  }
  const isEmpty = holdings.every(({ amount }) => amount.value === 0n)
  if (closed && isEmpty) {
    return <EmptyState icon={<CoinsIcon size="lg" />} title={closed.title} text={closed.text} />
  }
  if (status === 'error' && holdings.length === 0) {
    return (
      <ErrorState
        error={balances.error}
        title={messages.unavailable}
        text={messages.unavailableText}
        action={<RetryButton retryAt={retryAt} refreshing={refreshing} onRetry={refresh} />}
      />
    )
  }
  const shown = holdings.length > most ? holdings.slice(0, first) : holdings
  return (
    <div className="lk-stack" data-gap="sm" data-testid="balances-tokens">
      <ReadingNotes balances={balances} />
      <ul className="lk-list" aria-label={messages.tokens}>
        {shown.map((holding) => (
          <li className="lk-list-item" key={holding.key}>
            <HoldingRow holding={holding} network={network} currency={currency} hidden={hidden} />
          </li>
        ))}
      </ul>
      {isEmpty ? <NoTokens namespace={namespace} network={network} /> : null}
      {shown.length < holdings.length ? (
        <ListRow
          leading={
            <span className="lk-row-icon">
              <CoinsIcon />
            </span>
          }
          title={messages.seeAll({ count: new Intl.NumberFormat(locale).format(holdings.length) })}
          chevron
          testId="balances-see-all"
          onClick={() => navigation.push(TokensRoute, { namespace })}
        />
      ) : null}
      <OwnTokensRow namespace={namespace} />
    </div>
  )
}

function LoadingTokens({ label }: { readonly label: string }) {
  return (
    <div className="lk-list" role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <SkeletonRow trailing />
      <SkeletonRow trailing />
      <SkeletonRow trailing />
    </div>
  )
}
