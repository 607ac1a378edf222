import type { Account, NetworkId } from '@latchkey/kernel/plugin'
import {
  Calls,
  type Collectible,
  Collectibles,
  CollectibleTransfers,
  namespaceOf,
} from '@latchkey/kernel/contracts'
import { Navigation, SendCollectibleRoute } from '@latchkey/kernel/wallet'
import {
  Artwork,
  ArtworkGrid,
  Badge,
  Banner,
  Button,
  EmptyState,
  ErrorState,
  formatAmount,
  ImageIcon,
  safeText,
  Skeleton,
  useCounted,
  useAccount,
  useMessages,
  useService,
  useLocale,
  useTimeText,
  useWallet,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { balancesMessages } from './messages.js'
import { useCollectibles } from './useCollectibles.js'

/** Collectibles of the account on its network. */
export default function CollectiblesTab({ account }: { readonly account: Account }) {
  const messages = useMessages(balancesMessages)
  const { network, networkId } = useAccount({ namespace: account.namespace })
  const name = safeText(network?.name ?? '', 40) || messages.thisNetwork
  const collectibles = useService(Collectibles)
  if (networkId === undefined || !collectibles.supports(networkId)) {
    return (
      <EmptyState
        icon={<ImageIcon size="lg" />}
        title={messages.collectiblesUnsupported({ network: name })}
      />
    )
  }
  return <OwnedCollectibles networkId={networkId} address={account.address} network={name} />
}

interface OwnedProps {
  readonly networkId: NetworkId
  readonly address: string
  /** Name of the network, fit to be shown. */
  readonly network: string
}

function OwnedCollectibles({ networkId, address, network }: OwnedProps) {
  const messages = useMessages(balancesMessages)
  const counted = useCounted()
  const [isSpamShown, setSpamShown] = useState(false)
  const { items, status, error, hasMore, oldSince, readMore } = useCollectibles(networkId, address)
  const spam = items.filter(({ isSpam }) => isSpam).length
  const shown = isSpamShown ? items : items.filter(({ isSpam }) => !isSpam)
  if (items.length === 0 && status === 'loading')
    return <LoadingArtworks label={messages.loadingCollectibles} />
  if (items.length === 0 && status === 'error') return <Unavailable error={error} onRetry={readMore} />
  return (
    <div className="lk-stack" data-testid="balances-collectibles">
      {oldSince === undefined ? null : <OldCollectibles since={oldSince} onRetry={readMore} />}
      {shown.length === 0 && !hasMore ? (
        <EmptyState
          icon={<ImageIcon size="lg" />}
          title={messages.noCollectibles}
          text={messages.noCollectiblesText({ network })}
        />
      ) : (
        <ArtworkGrid label={messages.collectibles}>
          {shown.map((item) => (
            <OwnedArtwork key={`${item.address} ${item.id}`} item={item} />
          ))}
        </ArtworkGrid>
      )}
      {spam > 0 ? (
        <p className="lk-account-label" role="status">
          {isSpamShown ? messages.spamShown : messages.spamHidden(counted(spam))}{' '}
          <button
            type="button"
            className="lk-text-button"
            data-testid="balances-spam"
            onClick={() => setSpamShown(!isSpamShown)}
          >
            {isSpamShown ? messages.hideSpam : messages.showSpam}
          </button>
        </p>
      ) : null}
      {status === 'error' && oldSince === undefined ? <Unavailable error={error} onRetry={readMore} /> : null}
      {hasMore && status !== 'error' ? (
        <Button
          variant="secondary"
          fullWidth
          loading={status === 'loading'}
          data-testid="balances-more"
          onClick={readMore}
        >
          {messages.more}
        </Button>
      ) : null}
    </div>
  )
}

/** Says from when the collectibles are, and reads them again. */
function OldCollectibles({ since, onRetry }: { readonly since: number; onRetry(): void }) {
  const messages = useMessages(balancesMessages)
  const timeOf = useTimeText()
  return (
    <Banner
      tone="warning"
      title={messages.collectiblesUnavailable}
      action={
        <Button variant="secondary" size="sm" data-testid="balances-collectibles-retry" onClick={onRetry}>
          {messages.retry}
        </Button>
      }
    >
      {messages.oldCollectibles({ time: timeOf(since) })}
    </Banner>
  )
}

function Unavailable({ error, onRetry }: { readonly error: unknown; onRetry(): void }) {
  const messages = useMessages(balancesMessages)
  return (
    <ErrorState
      title={messages.collectiblesUnavailable}
      text={messages.collectiblesUnavailableText}
      error={error}
      onRetry={onRetry}
    />
  )
}

function OwnedArtwork({ item }: { readonly item: Collectible }) {
  const messages = useMessages(balancesMessages)
  const locale = useLocale()
  const badge = item.isSpam ? (
    <Badge tone="warning">{messages.spam}</Badge>
  ) : item.count > 1n ? (
    <Badge>{messages.owned({ count: formatAmount(item.count, 0, { locale, short: true }) })}</Badge>
  ) : undefined
  const name = item.name || `#${item.id}`
  const navigation = useService(Navigation)
  const canSend = useCanSend(item)
  return (
    <div className="lk-stack" data-gap="sm">
      <Artwork
        name={name}
        subtitle={item.collection}
        // What looks like spam gets no request to where its maker points.
        src={item.isSpam ? undefined : item.picture}
        badge={badge}
        testId={`balances-artwork-${item.id}`}
      />
      {canSend ? (
        <Button
          variant="secondary"
          size="sm"
          fullWidth
          aria-label={messages.sendCollectibleNamed({ name: safeText(name, 60) })}
          data-testid={`balances-send-${item.id}`}
          onClick={() => navigation.push(SendCollectibleRoute, { item })}
        >
          {messages.sendCollectible}
        </Button>
      ) : null}
    </div>
  )
}

/** Whether a plugin draws the sending of it, and the wallet can do it. Nobody is led to touch what looks like spam. */
function useCanSend({ networkId, isSpam }: Collectible): boolean {
  const navigation = useService(Navigation)
  const wallet = useWallet({ namespace: namespaceOf(networkId) })
  return (
    !isSpam &&
    wallet?.networkId === networkId &&
    navigation.draws(SendCollectibleRoute.name) &&
    wallet.use(CollectibleTransfers) !== undefined &&
    wallet.use(Calls) !== undefined
  )
}

function LoadingArtworks({ label }: { readonly label: string }) {
  return (
    <ArtworkGrid label={label}>
      {['first', 'second'].map((name) => (
        <div className="lk-artwork" key={name}>
          <span className="lk-artwork-blank">
            <Skeleton shape="block" />
          </span>
          <Skeleton width="half" />
        </div>
      ))}
    </ArtworkGrid>
  )
}
