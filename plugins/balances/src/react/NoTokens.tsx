import { Feature, type FeatureContribution, type NamespaceId, type Network } from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import {
  Badge,
  BuyIcon,
  EmptyState,
  ListRow,
  ReceiveIcon,
  safeText,
  useContributions,
  useMessages,
  useService,
  useWords,
} from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import { balancesMessages } from './messages.js'

export interface NoTokensProps {
  readonly namespace: NamespaceId
  readonly network: Network | undefined
}

/** Nothing is held: says so, and offers the features by which something comes, where the host lists them. */
export function NoTokens({ namespace, network }: NoTokensProps) {
  const messages = useMessages(balancesMessages)
  const say = useWords()
  const features = useContributions(Feature)
  const wallets = useService(Wallets)
  const ways = waysIn(features).filter(
    ({ feature: { needs } }) => !needs || wallets.chain(namespace, needs) !== undefined,
  )
  return (
    <>
      <EmptyState
        title={messages.empty}
        text={messages.emptyText({ network: safeText(network?.name ?? '', 40) || messages.thisNetwork })}
      />
      {ways.map(({ feature, icon, isPopular }) => (
        <ListRow
          key={feature.id}
          leading={<span className="lk-row-icon">{icon}</span>}
          title={safeText(say(feature.label), 24)}
          badge={isPopular ? <Badge tone="accent">{messages.popular}</Badge> : undefined}
          chevron
          testId={`balances-empty-${isPopular ? 'buy' : 'receive'}`}
          onClick={() => feature.open()}
        />
      ))}
    </>
  )
}

interface WayIn {
  readonly feature: FeatureContribution
  readonly icon: ReactNode
  readonly isPopular: boolean
}

/** Features are known by the last part of their id, as the order of methods is. Buying first. */
function waysIn(features: readonly FeatureContribution[]): readonly WayIn[] {
  const named = (names: readonly string[]) =>
    features.filter(({ id }) => names.includes(id.slice(id.lastIndexOf('.') + 1)))
  return [
    ...named(['onramp', 'buy']).map((feature) => ({ feature, icon: <BuyIcon />, isPopular: true })),
    ...named(['receive']).map((feature) => ({ feature, icon: <ReceiveIcon />, isPopular: false })),
  ]
}
