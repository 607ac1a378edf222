import { Navigation } from '@latchkey/kernel/wallet'
import { Button } from '../components/Button.js'
import { GlobeIcon } from '../components/icons/GlobeIcon.js'
import { LinkIcon } from '../components/icons/LinkIcon.js'
import { guide } from '../messages/en/guide.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'
import { ExplainerList } from './ExplainerList.js'

export default function WhatIsANetworkView() {
  const messages = useMessages(guide)
  const navigation = useService(Navigation)
  return (
    <div className="lk-stack">
      <ExplainerList
        items={[
          { icon: <GlobeIcon size="lg" />, title: messages.networkWhat, text: messages.networkWhatText },
          { icon: <LinkIcon size="lg" />, title: messages.networkChoice, text: messages.networkChoiceText },
        ]}
      />
      <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
        {messages.done}
      </Button>
    </div>
  )
}
