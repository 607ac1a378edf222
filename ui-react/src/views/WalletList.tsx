import { AllWalletsRoute, GetWalletRoute, Navigation } from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { Button } from '../components/Button.js'
import { EmptyState } from '../components/EmptyState.js'
import { ErrorState } from '../components/ErrorState.js'
import { MoreIcon } from '../components/icons/MoreIcon.js'
import { ListRow } from '../components/ListRow.js'
import { canPair, countBeforeRecommended, recommendedPlaces, type WalletEntry } from '../connectOrder.js'
import { AllWalletsClicked, GetWalletClicked, WalletSelected } from '../clickEvents.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import { PluginBoundary } from '../PluginBoundary.js'
import { useRemembered } from '../shell/viewMemory.js'
import { SlotOutlet } from '../SlotOutlet.js'
import { AllWalletsBadge, ConnectRecommended } from '../slots.js'
import { useEmit } from '../useEmit.js'
import { useConnectors } from '../useConnectors.js'
import { useService } from '../useService.js'
import { useWalletName } from '../useWalletName.js'
import { useNamespaces } from '../useNamespaces.js'
import { useShell } from '../useShell.js'
import { matchesQuery } from './matchesQuery.js'
import { openWallet } from './openWallet.js'
import { RowIcon } from './RowIcon.js'
import { WalletRow } from './WalletRow.js'

/** From this many wallets on there is a search. */
const searchFrom = 9
/** From this many rows on only the visible ones are drawn. */
const virtualFrom = 40

export interface WalletListProps {
  readonly wallets: readonly WalletEntry[]
  readonly namespace?: NamespaceId | undefined
}

/** The wallets to choose from, with a search when there are many. */
export function WalletList({ wallets, namespace }: WalletListProps) {
  const messages = useMessages(connect)
  const navigation = useService(Navigation)
  const { groupsOrder } = useShell().connect
  const [query, setQuery] = useRemembered('query', '')
  const walletName = useWalletName()
  const found = useMemo(
    () => (query.trim() ? wallets.filter(({ name }) => matchesQuery(walletName(name), query)) : wallets),
    [wallets, query, walletName],
  )
  const hasDirectory = navigation.draws(AllWalletsRoute.name)
  const taken = wallets.filter(({ group }) => group === 'recommended').length
  const pairs = canPair(useConnectors())
  // A directory also knows where to get a wallet, which needs nothing that pairs.
  const places = recommendedPlaces(wallets, pairs || hasDirectory) - taken
  const before = places > 0 ? countBeforeRecommended(found, groupsOrder) : found.length
  const emit = useEmit()
  const choose = (wallet: WalletEntry) => {
    emit(WalletSelected, {
      name: wallet.name,
      platform: wallet.group === 'walletConnect' ? 'qrcode' : 'browser',
    })
    openWallet(navigation, wallet, namespace)
  }
  const listed = useNamespaces().map(({ id }) => id)
  if (namespace !== undefined && !listed.includes(namespace)) {
    return (
      <Later meanwhile={null} without={<ErrorState title={messages.notSetUp} />}>
        <NotSetUp namespace={namespace} listed={listed} />
      </Later>
    )
  }
  if (wallets.length === 0 && !hasDirectory) return <NoWallet />
  return (
    <div className="lk-stack" data-gap="sm">
      {wallets.length >= searchFrom ? (
        <Later meanwhile={<div className="lk-field-box" aria-hidden="true" />} without={null}>
          <WalletSearch query={query} onChange={setQuery} />
        </Later>
      ) : null}
      {found.length === 0 && wallets.length > 0 ? (
        <EmptyState
          title={messages.noneFoundText({ query: query.trim() })}
          action={
            <Button variant="secondary" onClick={() => setQuery('')}>
              {messages.clearSearch}
            </Button>
          }
        />
      ) : (
        <>
          {before > 0 ? <Rows wallets={found.slice(0, before)} onChoose={choose} /> : null}
          {places > 0 && !query.trim() ? <SlotOutlet slot={ConnectRecommended} props={{ places }} /> : null}
          {before < found.length ? <Rows wallets={found.slice(before)} onChoose={choose} /> : null}
        </>
      )}
      {hasDirectory && !query.trim() ? (
        <ListRow
          leading={
            <RowIcon>
              <MoreIcon />
            </RowIcon>
          }
          title={messages.allWallets}
          badge={<SlotOutlet slot={AllWalletsBadge} props={{}} />}
          chevron
          testId="all-wallets"
          onClick={() => {
            emit(AllWalletsClicked, undefined)
            navigation.push(AllWalletsRoute)
          }}
        />
      ) : null}
    </div>
  )
}

interface RowsProps {
  readonly wallets: readonly WalletEntry[]
  onChoose(wallet: WalletEntry): void
}

/** Loaded when there are many wallets. An empty field holds its place; without it the list can be read through. */
const WalletSearch = lazy(() => import('./WalletSearch.js'))

/** What only a developer meets. */
const NotSetUp = lazy(() => import('./NotSetUp.js'))

/** Its code is only worth loading when there are many wallets; until then, and without it, a plain list does. */
const LongWalletList = lazy(() => import('./LongWalletList.js'))

function Rows({ wallets, onChoose }: RowsProps) {
  if (wallets.length < virtualFrom) return <PlainRows wallets={wallets} onChoose={onChoose} />
  return (
    <div className="lk-tall-list">
      <Later
        meanwhile={<PlainRows wallets={wallets.slice(0, 10)} onChoose={onChoose} />}
        without={<PlainRows wallets={wallets} onChoose={onChoose} />}
      >
        <LongWalletList wallets={wallets} onChoose={onChoose} />
      </Later>
    </div>
  )
}

interface LaterProps {
  /** While the code is loaded. */
  readonly meanwhile: ReactNode
  /** Where it can't be loaded. */
  readonly without: ReactNode
  readonly children: ReactNode
}

/** A part of the list whose code is loaded with it. */
function Later({ meanwhile, without, children }: LaterProps) {
  const { report } = useShell()
  return (
    <PluginBoundary
      fallback={() => without}
      onError={(error) => report('A part of the list could not be loaded.', error)}
    >
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </PluginBoundary>
  )
}

function PlainRows({ wallets, onChoose }: RowsProps) {
  const messages = useMessages(connect)
  return (
    <ul className="lk-list" aria-label={messages.wallets}>
      {wallets.map((wallet) => (
        <li key={wallet.id} className="lk-list-item">
          <WalletRow wallet={wallet} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  )
}

function NoWallet() {
  const messages = useMessages(connect)
  const navigation = useService(Navigation)
  const emit = useEmit()
  const getWallet = () => {
    emit(GetWalletClicked, undefined)
    navigation.push(GetWalletRoute)
  }
  return (
    <EmptyState
      title={messages.empty}
      text={messages.emptyText}
      action={
        <Button variant="secondary" onClick={getWallet}>
          {messages.getWallet}
        </Button>
      }
    />
  )
}
