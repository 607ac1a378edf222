import { type Account, Feature, type FeatureContribution } from '@latchkey/kernel/plugin'
import type { AnyToken } from '@latchkey/kernel/contracts'
import { Wallets } from '@latchkey/kernel/wallet'
import { type ReactNode, useMemo } from 'react'
import { ActivityIcon } from '../components/icons/ActivityIcon.js'
import { attemptCall } from '../contain/attemptCall.js'
import { readFeature } from '../contain/readFeature.js'
import { MinusIcon } from '../components/icons/MinusIcon.js'
import { BuyIcon } from '../components/icons/BuyIcon.js'
import { MoreIcon } from '../components/icons/MoreIcon.js'
import { ReceiveIcon } from '../components/icons/ReceiveIcon.js'
import { SendIcon } from '../components/icons/SendIcon.js'
import { SwapIcon } from '../components/icons/SwapIcon.js'
import { ContributedView } from '../ContributedView.js'
import { methodName } from '../connectOrder.js'
import { account as section } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import { SlotOutlet } from '../SlotOutlet.js'
import { AccountActions } from '../slots.js'
import { useAccount } from '../hooks/useAccount.js'
import { useClosedNetwork } from '../hooks/useClosedNetwork.js'
import { useNotifications } from '../useNotifications.js'
import { useRemembered } from '../shell/viewMemory.js'
import { useShell } from '../useShell.js'
import { useSoundContributions } from '../useSoundContributions.js'
import { safeText } from '../utils/safeText.js'

const icons: Readonly<Record<string, ReactNode>> = {
  activity: <ActivityIcon size="lg" />,
  onramp: <BuyIcon size="lg" />,
  buy: <BuyIcon size="lg" />,
  fund: <BuyIcon size="lg" />,
  receive: <ReceiveIcon size="lg" />,
  send: <SendIcon size="lg" />,
  swap: <SwapIcon size="lg" />,
  swaps: <SwapIcon size="lg" />,
}

export interface AccountActionsRowProps {
  readonly account: Account
}

/** As many as have room for their names beside each other. */
const places = 4

/** The four foremost actions: each keeps its place, however many others there are. */
const foremost: ReadonlySet<string> = new Set(['fund', 'onramp', 'buy', 'swap', 'swaps', 'receive', 'send'])

/** Splits actions into the foremost, in their order, and the rest, which one smaller button shows. */
function arrange(features: readonly FeatureContribution[]) {
  const isForemost = ({ id }: FeatureContribution) => foremost.has(methodName(id))
  const first = features.filter(isForemost).slice(0, places)
  const others = features.filter((feature) => !first.includes(feature))
  const room = places - first.length
  const tiles = new Set([...first, ...others.slice(0, room)])
  return { tiles: features.filter((feature) => tiles.has(feature)), rest: others.slice(room) }
}

interface ActionTileProps {
  readonly feature: FeatureContribution
  readonly disabled: boolean
  onOpen(): void
}

function ActionTile({ feature, disabled, onOpen }: ActionTileProps) {
  const say = useWords()
  const name = methodName(feature.id)
  return (
    <button
      type="button"
      className="lk-action"
      disabled={disabled}
      data-testid={`wallet-features-${name}-button`}
      onClick={onOpen}
    >
      <span className="lk-action-icon">
        <ActionIcon feature={feature} own={icons[name] ?? <MoreIcon size="lg" />} />
      </span>
      <span className="lk-action-label">{safeText(say(feature.label), 24)}</span>
    </button>
  )
}

/** What plugins let a person do with the account. A feature that needs what the chain or the wallet can't do is left out. */
export function AccountActionsRow({ account }: AccountActionsRowProps) {
  const messages = useMessages(section)
  const { network, networkId } = useAccount({ namespace: account.namespace })
  const closed = useClosedNetwork(network)
  // Every action would run on a network that the app doesn't know, or that has ended.
  const disabled = (!network && networkId !== undefined) || closed?.isOver === true
  const features = useUsableFeatures(account)
  const [isWide, setWide] = useRemembered('actions', false)
  const openFeature = useOpenFeature()
  const { tiles, rest } = arrange(features)
  const tile = (feature: FeatureContribution) => (
    <ActionTile key={feature.id} feature={feature} disabled={disabled} onOpen={() => openFeature(feature)} />
  )
  return (
    <>
      {features.length > 0 ? (
        <fieldset className="lk-account-actions" aria-label={messages.actions}>
          {tiles.map(tile)}
          {isWide ? <div className="lk-other-actions">{rest.map(tile)}</div> : null}
          {rest.length > 0 ? (
            <button
              type="button"
              className="lk-more-actions"
              aria-expanded={isWide}
              data-testid="lk-more-actions"
              onClick={() => setWide(!isWide)}
            >
              {isWide ? <MinusIcon size="sm" /> : <MoreIcon size="sm" />}
              {isWide ? messages.fewerActions : messages.moreActions}
            </button>
          ) : null}
        </fieldset>
      ) : null}
      <SlotOutlet slot={AccountActions} props={{ account }} />
    </>
  )
}

/** The plugin's picture of its feature; the shell's own until it is loaded, and where it cannot be drawn. */
function ActionIcon({ feature, own }: { readonly feature: FeatureContribution; readonly own: ReactNode }) {
  const { id, icon } = feature
  const view = useMemo(() => icon && { id: `${id}.icon`, slot: 'feature.icon', load: icon }, [id, icon])
  return view ? <ContributedView view={view} props={{}} loading={own} instead={own} /> : own
}

/** A feature that cannot be opened says so to the person, and its id to the developer. */
function useOpenFeature(): (feature: FeatureContribution) => void {
  const { report } = useShell()
  const { showSnackbar } = useNotifications()
  const messages = useMessages(section)
  const say = useWords()
  return (feature) => {
    const onFault = (error: unknown) => {
      report(`The feature "${feature.id}" could not be opened.`, error)
      showSnackbar(messages.actionFailed({ action: safeText(say(feature.label), 24) }), {
        variant: 'error',
      })
    }
    // An `async open` is a function, too; what it rejects with would be nobody's.
    const opened = attemptCall<unknown>(() => feature.open(), undefined, onFault)
    // The kernel contains what throws, and returns false in its place.
    if (opened === false) onFault(undefined)
    Promise.resolve(opened).catch(onFault)
  }
}

/** Features that chain and wallet are able to, by `order`, then in the host's plugin order. */
function useUsableFeatures({ namespace }: Account): readonly FeatureContribution[] {
  const { kernel } = useShell()
  const wallets = attemptCall(() => kernel.find(Wallets), undefined)
  const canDo = (needs: AnyToken) =>
    wallets?.chain(namespace, needs) !== undefined &&
    wallets.active(namespace)?.refusal(needs)?.code !== 'CAPABILITY_REFUSED'
  const usable = useSoundContributions(Feature, readFeature)
    .filter(({ when }) => attemptCall(() => when?.() !== false, false))
    .filter(({ needs }) => !needs || attemptCall(() => canDo(needs), false))
  const isGathered = usable.some(({ funds }) => funds === 'entry')
  return usable
    .filter(({ funds }) => !(isGathered && funds === 'source'))
    .sort((left, right) => (left.order ?? 100) - (right.order ?? 100))
}
