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

/** As many as have room for their names beside each other; the others are behind the last place. */
const places = 4

/** What plugins let a person do with the account. A feature that needs what the chain or the wallet can't do is left out. */
export function AccountActionsRow({ account }: AccountActionsRowProps) {
  const messages = useMessages(section)
  const say = useWords()
  const { network, networkId } = useAccount({ namespace: account.namespace })
  const closed = useClosedNetwork(network)
  // Every action would run on a network that the app doesn't know, or that has ended.
  const disabled = (!network && networkId !== undefined) || closed?.isOver === true
  const features = useUsableFeatures(account)
  const [isWide, setWide] = useRemembered('actions', false)
  const openFeature = useOpenFeature()
  const hasMore = features.length > places
  const shown = hasMore && !isWide ? features.slice(0, places - 1) : features
  return (
    <>
      {features.length > 0 ? (
        <fieldset className="lk-account-actions" aria-label={messages.actions}>
          {shown.map((feature) => {
            const name = methodName(feature.id)
            return (
              <button
                key={feature.id}
                type="button"
                className="lk-action"
                disabled={disabled}
                data-testid={`wallet-features-${name}-button`}
                onClick={() => openFeature(feature)}
              >
                <span className="lk-action-icon">
                  <ActionIcon feature={feature} own={icons[name] ?? <MoreIcon size="lg" />} />
                </span>
                <span className="lk-action-label">{safeText(say(feature.label), 24)}</span>
              </button>
            )
          })}
          {hasMore ? (
            <button
              type="button"
              className="lk-action"
              aria-expanded={isWide}
              data-testid="lk-more-actions"
              onClick={() => setWide(!isWide)}
            >
              <span className="lk-action-icon">
                {isWide ? <MinusIcon size="lg" /> : <MoreIcon size="lg" />}
              </span>
              <span className="lk-action-label">{isWide ? messages.fewerActions : messages.moreActions}</span>
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
