import { Feature } from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import {
  BuyIcon,
  CoinsIcon,
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
import { onrampMessages } from './onrampMessages.js'

const icons: Readonly<Record<string, ReactNode>> = {
  onramp: <BuyIcon size="lg" />,
  receive: <ReceiveIcon size="lg" />,
}

/** Every listed way to bring something into the account: buying, receiving, an exchange. */
export default function FundWalletView() {
  const messages = useMessages(onrampMessages)
  const say = useWords()
  const wallets = useService(Wallets)
  const wallet = wallets.active()
  const sources = useContributions(Feature)
    .filter(({ funds, when, needs }) => {
      const canDo = !needs || (wallet !== undefined && wallets.chain(wallet.namespace, needs) !== undefined)
      return funds === 'source' && canDo && when?.() !== false
    })
    .sort((one, other) => (one.order ?? 100) - (other.order ?? 100))
  if (sources.length === 0) return <EmptyState title={messages.noFunding} text={messages.noFundingText} />
  return (
    <div className="lk-stack">
      <fieldset className="lk-list" aria-label={messages.titleFund} data-testid="fund-wallet">
        {sources.map(({ id, label, open }) => (
          <ListRow
            key={id}
            leading={<span className="lk-row-icon">{icons[id] ?? <CoinsIcon size="lg" />}</span>}
            title={safeText(say(label), 40)}
            chevron
            testId={`fund-${id}`}
            onClick={() => void open()}
          />
        ))}
      </fieldset>
    </div>
  )
}
