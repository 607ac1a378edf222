import type { Amount } from '@latchkey/kernel/contracts'
import { Networks } from '@latchkey/kernel/wallet'
import {
  AddressText,
  AmountText,
  NamedAddress,
  Banner,
  Button,
  Card,
  type Detail,
  DetailList,
  exactAmountText,
  isolateText,
  outsideSentence,
  safeText,
  useLocale,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { useId } from 'react'
import type { ListedSession } from '../SmartSessionsService.js'
import type { Allowance } from '../sdk/terms.js'
import { formatDuration } from './formatDuration.js'
import { smartSessionsMessages } from './smartSessionsMessages.js'

type SessionMessages = (typeof smartSessionsMessages)['messages']

export interface SessionRowProps {
  readonly session: ListedSession
  readonly isEnding: boolean
  readonly onEnd: () => void
}

/** One permission: what it allows, how much is left, until when and for whom, and a button that ends it. */
export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const messages = useMessages(smartSessionsMessages)
  const titleId = useId()
  const isStanding = session.status === 'active' || session.status === 'unknown'
  return (
    <div data-testid={`lk-session-${session.status}`}>
      <Card role="group" aria-labelledby={titleId}>
        <div className="lk-stack" data-gap="sm">
          <SessionTitle session={session} id={titleId} />
          <SessionDetails session={session} />
          {session.status === 'unknown' ? <Banner tone="info">{messages.stateUnknown}</Banner> : null}
          {isStanding ? (
            <Button
              variant="secondary"
              size="sm"
              fullWidth
              loading={isEnding}
              aria-describedby={titleId}
              data-testid="lk-session-end"
              onClick={onEnd}
            >
              {messages.end}
            </Button>
          ) : null}
        </div>
      </Card>
    </div>
  )
}

/** More than all there is of any token. */
const unlimited = 2n ** 128n - 1n

/** Every digit of an amount, and of nothing a single zero. */
const WholeAmount = ({ value, decimals, symbol }: Amount) => (
  <AmountText
    value={value}
    decimals={decimals}
    symbol={symbol}
    maximumFractionDigits={value === 0n ? 0 : decimals}
  />
)

interface TitleProps {
  readonly session: ListedSession
  readonly id: string
}

function SessionTitle({ session: { terms, asset }, id }: TitleProps) {
  const messages = useMessages(smartSessionsMessages)
  const locale = useLocale()
  const title = () => {
    if (!terms) return messages.unknown
    const { allowance } = terms
    if (allowance.kind === 'calls') return messages.calls
    if (allowance.amount >= unlimited) {
      if (!asset) return messages.spendAny
      return messages.spendAnyOf({ token: isolateText(safeText(asset.symbol, 12)) })
    }
    if (!asset) return messages.spendUnknown
    const amount = exactAmountText({ value: allowance.amount, ...asset }, locale)
    return 'period' in allowance
      ? messages.spendAgain({ amount, duration: formatDuration(allowance.period, locale) })
      : messages.spend({ amount })
  }
  return (
    <p className="lk-state-title" id={id} data-testid="lk-session-title">
      {outsideSentence(title())}
    </p>
  )
}

function SessionDetails({ session }: { readonly session: ListedSession }) {
  const messages = useMessages(smartSessionsMessages)
  const locale = useLocale()
  const networks = useService(Networks)
  const { terms, left, callsLeft, asset, networkId } = session
  if (!terms) return <p className="lk-hint">{messages.unknownText}</p>
  const { allowance, holder, until } = terms
  const isLimited = allowance.kind !== 'calls' && allowance.amount < unlimited
  const details: readonly (Detail | undefined)[] = [
    isLimited && left !== undefined && asset
      ? {
          label: messages.left,
          value: <WholeAmount value={left} {...asset} />,
          testId: 'lk-session-left',
        }
      : undefined,
    callsLeft === undefined
      ? undefined
      : { label: messages.callsLeft, value: <bdi>{new Intl.NumberFormat(locale).format(callsLeft)}</bdi> },
    {
      label: messages.until,
      value: (
        <bdi>
          {new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(until * 1000)}
        </bdi>
      ),
      testId: 'lk-session-until',
    },
    {
      label: messages.holder,
      value: <NamedAddress network={networkId} address={holder} />,
      testId: 'lk-session-holder',
    },
    'token' in allowance
      ? { label: messages.token, value: <AddressText address={allowance.token} /> }
      : undefined,
    ...(allowance.kind === 'calls' ? detailsOfCalls(allowance, session, messages, locale) : []),
    { label: messages.network, value: safeText(networks.find(networkId)?.name ?? networkId, 40) },
  ]
  return <DetailList details={details.filter((detail) => detail !== undefined)} />
}

type Calls = Extract<Allowance, { readonly kind: 'calls' }>

/** Functions are shown by their selectors, which the contracts check. */
const detailsOfCalls = (
  { target, methods, value }: Calls,
  { asset, networkId }: ListedSession,
  messages: SessionMessages,
  locale: string,
): readonly Detail[] => [
  { label: messages.contract, value: <NamedAddress network={networkId} address={target} /> },
  { label: messages.functions, value: <bdi>{methods.join(', ')}</bdi>, testId: 'lk-session-functions' },
  {
    label: messages.coinsPerCall,
    value: asset ? (
      <WholeAmount value={value} {...asset} />
    ) : (
      messages.smallestUnits({ amount: new Intl.NumberFormat(locale).format(value) })
    ),
    testId: 'lk-session-coins',
  },
]
