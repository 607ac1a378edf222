import { Navigation } from '@latchkey/kernel/wallet'
import {
  Button,
  BuyIcon,
  CheckCircleIcon,
  CoinsIcon,
  ExplainerList,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { onrampMessages } from './onrampMessages.js'

/** Buying, for people who are new to it. */
export default function WhatIsABuyView() {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  return (
    <div className="lk-stack">
      <ExplainerList
        items={[
          { icon: <BuyIcon size="lg" />, title: messages.helpMoney, text: messages.helpMoneyText },
          { icon: <CoinsIcon size="lg" />, title: messages.helpFees, text: messages.helpFeesText },
          { icon: <CheckCircleIcon size="lg" />, title: messages.helpChain, text: messages.helpChainText },
        ]}
      />
      <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
        {messages.helpDone}
      </Button>
    </div>
  )
}
