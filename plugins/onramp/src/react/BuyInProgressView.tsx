import { AccountRoute, Navigation, Networks, Wallets } from '@latchkey/kernel/wallet'
import { Explorer } from '@latchkey/kernel/contracts'
import {
  Button,
  CopyButton,
  EmptyState,
  EndingDetails,
  safeText,
  TokenIcon,
  useLocale,
  useMessages,
  useService,
  WaitingScreen,
  type WaitingScreenProps,
} from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import type { Purchase } from '../purchases.js'
import { OnrampRoute } from '../routes.js'
import { assetText, moneyText, shortAssetText } from './moneyText.js'
import { onrampMessages } from './onrampMessages.js'
import type { OnrampViewProps } from './OnrampViewProps.js'
import { useOnrampState } from './useOnrampState.js'

interface ProgressProps extends OnrampViewProps {
  readonly id: string
}

/** One purchase: what the provider says, and what the network shows. Only the latter is success. */
export default function BuyInProgressView({ controller, id }: ProgressProps) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const { purchases } = useOnrampState()
  const purchase = purchases.find((one) => one.id === id)
  if (purchase) return <Progress purchase={purchase} controller={controller} />
  return (
    <EmptyState
      title={messages.gone}
      text={messages.goneText}
      action={<Button onClick={() => navigation.replace(OnrampRoute, undefined)}>{messages.toForm}</Button>}
    />
  )
}

interface PurchaseProps extends OnrampViewProps {
  readonly purchase: Purchase
}

type Phase =
  | 'blocked'
  | 'waiting'
  | 'paid'
  | 'partial'
  | 'notYet'
  | 'partialRest'
  | 'arrived'
  | 'failed'
  | 'refunded'

const rings: Readonly<Record<Phase, WaitingScreenProps['state']>> = {
  blocked: 'idle',
  waiting: 'pending',
  paid: 'pending',
  partial: 'pending',
  notYet: 'idle',
  partialRest: 'idle',
  arrived: 'success',
  failed: 'error',
  refunded: 'error',
}

function phaseOf({ status, isPaid }: Purchase, isWatched: boolean, isBlocked: boolean): Phase {
  if (status === 'delivered') return 'arrived'
  if (status === 'failed' || status === 'refunded') return status
  if (status === 'partial') return isWatched ? 'partial' : 'partialRest'
  if (!isWatched) return 'notYet'
  if (isPaid) return 'paid'
  return isBlocked ? 'blocked' : 'waiting'
}

function Progress({ purchase, controller }: PurchaseProps) {
  const { watched, blocked } = useOnrampState()
  const { id, asset } = purchase
  const phase = phaseOf(purchase, watched.includes(id), blocked.includes(id))
  const { title, text } = useSentences(purchase, phase)
  return (
    <WaitingScreen
      testId={`onramp-${phase}`}
      picture={
        <TokenIcon symbol={asset.symbol} networkId={asset.networkId} address={asset.address} size="lg" />
      }
      state={rings[phase]}
      title={title}
      text={text}
      actions={<Actions purchase={purchase} phase={phase} controller={controller} />}
    />
  )
}

function useSentences(purchase: Purchase, phase: Phase): { readonly title: string; readonly text: string } {
  const messages = useMessages(onrampMessages)
  const locale = useLocale()
  const networks = useService(Networks)
  const { asset, expected, received } = purchase
  const provider = safeText(purchase.providerName, 32)
  const network = safeText(networks.find(purchase.networkId)?.name ?? purchase.networkId, 40)
  const symbol = safeText(asset.symbol, 12)
  const what = expected === undefined ? symbol : assetText(expected, asset.symbol, locale)
  const arrived = received === undefined ? symbol : assetText(received, asset.symbol, locale)
  const part =
    expected === undefined
      ? messages.partialUnknown({ received: arrived })
      : messages.partial({ received: arrived, expected: what })
  return {
    blocked: { title: messages.blocked({ provider }), text: messages.blockedText },
    waiting: {
      title: messages.waiting({ provider }),
      text: messages.waitingText({ provider, what, network }),
    },
    paid: { title: messages.paid({ what }), text: messages.paidText({ provider, network }) },
    partial: { title: part, text: messages.partialText({ provider }) },
    notYet: { title: messages.notYet, text: messages.notYetText({ provider }) },
    partialRest: { title: part, text: messages.partialRest({ provider }) },
    arrived: {
      title: messages.arrived({
        what: received === undefined ? symbol : shortAssetText(received, asset.symbol, locale),
      }),
      text: messages.arrivedText({ network }),
    },
    failed: { title: messages.failed, text: messages.failedText({ provider }) },
    refunded: { title: messages.refunded, text: messages.refundedText({ provider }) },
  }[phase]
}

function Actions({ purchase, phase, controller }: PurchaseProps & { readonly phase: Phase }) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const { id } = purchase
  const provider = safeText(purchase.providerName, 32)
  const page = { purchase, controller }
  if (phase === 'arrived') {
    return (
      <>
        <PurchaseDetails purchase={purchase} />
        <Done>{messages.done}</Done>
      </>
    )
  }
  if (phase === 'failed' || phase === 'refunded') {
    return (
      <>
        <PurchaseDetails purchase={purchase} />
        <Button
          fullWidth
          data-testid="onramp-again"
          onClick={() => navigation.backTo(OnrampRoute) || navigation.replace(OnrampRoute, undefined)}
        >
          {messages.buyAgain}
        </Button>
      </>
    )
  }
  if (phase === 'blocked') {
    return (
      <>
        <OpenPage {...page}>{messages.openPage({ provider })}</OpenPage>
        <Button
          variant="secondary"
          fullWidth
          data-testid="onramp-open-here"
          onClick={() => controller.openPage(id, 'tab')}
        >
          {messages.openHere}
        </Button>
        <CopyLink purchase={purchase} />
      </>
    )
  }
  // The provider has been paid: its page, opened once more, would ask for a second payment.
  if (purchase.isPaid || phase === 'partial') {
    return (
      <>
        <Done>{messages.close}</Done>
        <OpenPage {...page} variant="ghost">
          {messages.openPage({ provider })}
        </OpenPage>
      </>
    )
  }
  const isOver = phase === 'notYet' || phase === 'partialRest'
  return (
    <>
      {isOver ? (
        <Button fullWidth data-testid="onramp-look" onClick={() => controller.lookFor(id)}>
          {messages.lookAgain}
        </Button>
      ) : null}
      <OpenPage {...page} variant={isOver ? 'secondary' : 'primary'}>
        {messages.openPageAgain({ provider })}
      </OpenPage>
      {/* Nothing is done yet: leaving is one of the ways on, and not the first. */}
      {isOver ? null : <Done variant="secondary">{messages.close}</Done>}
      <CopyLink purchase={purchase} />
    </>
  )
}

function Done({ variant = 'primary', children }: Pick<OpenPageProps, 'variant' | 'children'>) {
  const navigation = useService(Navigation)
  return (
    <Button
      variant={variant}
      fullWidth
      data-testid="onramp-done"
      onClick={() => navigation.reset(AccountRoute, undefined)}
    >
      {children}
    </Button>
  )
}

interface OpenPageProps extends PurchaseProps {
  readonly variant?: 'primary' | 'secondary' | 'ghost'
  readonly children: ReactNode
}

/** The page opens in the handler itself: a browser opens no window later. */
function OpenPage({ purchase, controller, variant = 'primary', children }: OpenPageProps) {
  return (
    <Button
      variant={variant}
      fullWidth
      data-testid="onramp-open"
      onClick={() => controller.openPage(purchase.id, 'window')}
    >
      {children}
    </Button>
  )
}

function CopyLink({ purchase }: { readonly purchase: Purchase }) {
  const messages = useMessages(onrampMessages)
  return (
    <CopyButton value={purchase.url} fullWidth variant="ghost" testId="onramp-copy">
      {messages.copyLink}
    </CopyButton>
  )
}

/** Shows the facts of a purchase that is over: price, provider, and what the network shows. */
function PurchaseDetails({ purchase }: { readonly purchase: Purchase }) {
  const messages = useMessages(onrampMessages)
  const locale = useLocale()
  const wallets = useService(Wallets)
  const { networkId, transactionId, amount, currency, providerName } = purchase
  const explorer = transactionId === undefined ? undefined : wallets.chain(networkId, Explorer)
  const about = [
    { label: messages.price, testId: 'onramp-price', value: moneyText(amount, currency, locale) },
    { label: messages.provider, testId: 'onramp-provider', value: safeText(providerName, 32) },
  ]
  return (
    <EndingDetails
      {...{ about, networkId }}
      id={transactionId}
      address={purchase.address}
      explorerUrl={explorer?.transactionUrl(networkId, transactionId ?? '')}
      sentAt={purchase.startedAt}
      isEnded
      testId="onramp"
    />
  )
}
