import {
  plainWords,
  type Account,
  Feature,
  type FeatureContribution,
  findCapability,
  type NamespaceContribution,
} from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { ActivityIcon } from '../components/icons/ActivityIcon.js'
import { BuyIcon } from '../components/icons/BuyIcon.js'
import { MoreIcon } from '../components/icons/MoreIcon.js'
import { ReceiveIcon } from '../components/icons/ReceiveIcon.js'
import { SendIcon } from '../components/icons/SendIcon.js'
import { SwapIcon } from '../components/icons/SwapIcon.js'
import { methodName } from '../connectOrder.js'
import { account as section } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'
import { SlotOutlet } from '../SlotOutlet.js'
import { AccountActions } from '../slots.js'
import { useContributions } from '../useContributions.js'
import { useSlotViews } from '../useSlotViews.js'
import { safeText } from '../utils/safeText.js'

const icons: Readonly<Record<string, ReactNode>> = {
  activity: <ActivityIcon size="lg" />,
  onramp: <BuyIcon size="lg" />,
  buy: <BuyIcon size="lg" />,
  receive: <ReceiveIcon size="lg" />,
  send: <SendIcon size="lg" />,
  swap: <SwapIcon size="lg" />,
  swaps: <SwapIcon size="lg" />,
}

export interface AccountActionsRowProps {
  readonly account: Account
  readonly namespace: NamespaceContribution | undefined
}

/** What plugins let a person do with the account. A feature that needs what the namespace lacks is left out. */
export function AccountActionsRow({ account, namespace }: AccountActionsRowProps) {
  const messages = useMessages(section)
  const features = usableFeatures(useContributions(Feature), namespace)
  const views = useSlotViews(AccountActions.id)
  if (features.length === 0 && views.length === 0) return null
  return (
    <fieldset className="lk-account-actions" aria-label={messages.actions}>
      {features.map((feature) => {
        const name = methodName(feature.id)
        return (
          <button
            key={feature.id}
            type="button"
            className="lk-action"
            data-testid={`wallet-features-${name}-button`}
            onClick={() => feature.open()}
          >
            <span className="lk-action-icon">{icons[name] ?? <MoreIcon size="lg" />}</span>
            <span className="lk-action-label">{safeText(plainWords(feature.label), 24)}</span>
          </button>
        )
      })}
      <SlotOutlet slot={AccountActions} props={{ account }} />
    </fieldset>
  )
}

/** Features the namespace is able to, by `order`, then in the host's plugin order. */
function usableFeatures(
  features: readonly FeatureContribution[],
  namespace: NamespaceContribution | undefined,
): readonly FeatureContribution[] {
  return features
    .filter(
      ({ needs }) => !needs || (namespace && findCapability(namespace.capabilities, needs) !== undefined),
    )
    .sort((left, right) => (left.order ?? 100) - (right.order ?? 100))
}
