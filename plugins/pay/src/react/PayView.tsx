import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import {
  AmountText,
  Button,
  Card,
  EmptyState,
  ErrorBanner,
  ListRow,
  safeText,
  TokenIcon,
  useMessages,
  useService,
  WalletIcon,
} from '@latchkey/ui-react'
import type { PayState, PaymentWay } from '../Payer.js'
import { BillSummary } from './BillSummary.js'
import { OpenSwapBanner } from './OpenSwapBanner.js'
import { payMessages } from './payMessages.js'
import type { PayViewProps } from './PayViewProps.js'
import { useAsking } from './useAsking.js'
import { useAvailableExchanges } from './useAvailableExchanges.js'
import { usePayState } from './usePayState.js'

/** The bill, and what it can be paid with: what the person holds, then exchanges. */
export default function PayView({ controller }: PayViewProps) {
  const messages = useMessages(payMessages)
  const state = usePayState()
  if (!state.bill) return <EmptyState title={messages.none} text={messages.noneText} />
  return (
    <div className="lk-stack" data-testid="pay-view">
      <Card>
        <BillSummary state={state} />
      </Card>
      <OpenSwapBanner swap={state.swap} />
      <ErrorBanner error={state.error} />
      {state.target ? <Ways state={state} controller={controller} /> : <Connecting />}
      <Exchanges state={state} controller={controller} />
    </div>
  )
}

type PartProps = PayViewProps & { readonly state: PayState }

function Connecting() {
  const messages = useMessages(payMessages)
  const navigation = useService(Navigation)
  return (
    <div className="lk-stack" data-gap="sm">
      <p className="lk-hint">{messages.connectText}</p>
      <Button fullWidth data-testid="pay-connect" onClick={() => navigation.push(ConnectRoute)}>
        {messages.connect}
      </Button>
    </div>
  )
}

function Ways({ state, controller }: PartProps) {
  const messages = useMessages(payMessages)
  const { ways, phase } = state
  return (
    <section className="lk-stack" data-gap="sm" aria-label={messages.ways}>
      <h3 className="lk-section-title">{messages.ways}</h3>
      {ways.status === 'error' ? <ErrorBanner error={ways.error} /> : null}
      {ways.status === 'loading' ? <ListRow title={messages.ways} loading testId="pay-ways-loading" /> : null}
      {ways.list.map((way) => (
        <Way
          key={`${way.pays} ${way.kind} ${way.address ?? ''}`}
          way={way}
          state={state}
          isBusy={phase === 'preparing'}
          onChoose={() => void controller.choose(way)}
        />
      ))}
    </section>
  )
}

function Way({
  way,
  state,
  isBusy,
  onChoose,
}: {
  readonly way: PaymentWay
  readonly state: PayState
  readonly isBusy: boolean
  onChoose(): void
}) {
  const messages = useMessages(payMessages)
  const { balance, address, name, icon, kind, networkId } = way
  const symbol = balance?.symbol ?? way.paysSymbol
  const swapped = kind === 'swap' ? messages.swapped({ symbol: safeText(way.paysSymbol, 12) }) : undefined
  const isElsewhere = state.ways.list.some((one) => one.networkId !== networkId)
  const place = isElsewhere ? messages.onNetwork({ network: safeText(way.networkName, 40) }) : undefined
  const how = way.isEnough ? swapped : messages.notEnough
  return (
    <ListRow
      leading={<TokenIcon symbol={symbol} src={icon} networkId={networkId} address={address} />}
      title={safeText(name, 40)}
      description={place && how ? messages.together({ place, how }) : (how ?? place)}
      trailing={balance ? <AmountText {...balance} /> : undefined}
      disabled={!way.isEnough || isBusy}
      chevron
      testId={`pay-way-${kind}-${isElsewhere ? `${networkId}-` : ''}${address ?? 'native'}`}
      onClick={onChoose}
    />
  )
}

function Exchanges({ state, controller }: PartProps) {
  const messages = useMessages(payMessages)
  const exchanges = useAvailableExchanges(state.bill)
  const { isAsking, error, ask } = useAsking()
  if (exchanges.length === 0) return null
  return (
    <section className="lk-stack" data-gap="sm" aria-label={messages.exchanges}>
      <h3 className="lk-section-title">{messages.exchanges}</h3>
      <ErrorBanner error={error} />
      {exchanges.map((exchange) => (
        <ListRow
          key={exchange.id}
          leading={<WalletIcon name={exchange.name} src={exchange.icon} />}
          title={safeText(exchange.name, 40)}
          chevron
          disabled={isAsking}
          testId={`pay-exchange-${exchange.id}`}
          onClick={() => ask(() => controller.payByExchange(exchange))}
        />
      ))}
    </section>
  )
}
