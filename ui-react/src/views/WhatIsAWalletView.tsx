import { GetWalletRoute, Navigation } from '@latchkey/kernel/wallet'
import { GetWalletClicked } from '../clickEvents.js'
import { Button } from '../components/Button.js'
import { CoinsIcon } from '../components/icons/CoinsIcon.js'
import { KeyIcon } from '../components/icons/KeyIcon.js'
import { UserIcon } from '../components/icons/UserIcon.js'
import { guide } from '../messages/en/guide.js'
import { useMessages } from '../messages/useMessages.js'
import { CreateRoute } from '../shellRoutes.js'
import { ConnectMethods } from '../slots.js'
import { useEmit } from '../useEmit.js'
import { useService } from '../useService.js'
import { useSlotViews } from '../useSlotViews.js'
import { ExplainerList } from './ExplainerList.js'

export default function WhatIsAWalletView() {
  const messages = useMessages(guide)
  const navigation = useService(Navigation)
  const emit = useEmit()
  const hasLogins = useSlotViews(ConnectMethods.id).length > 0
  const getWallet = () => {
    emit(GetWalletClicked, undefined)
    navigation.push(hasLogins ? CreateRoute : GetWalletRoute)
  }
  return (
    <div className="lk-stack">
      <ExplainerList
        items={[
          { icon: <UserIcon size="lg" />, title: messages.walletLogin, text: messages.walletLoginText },
          { icon: <CoinsIcon size="lg" />, title: messages.walletAssets, text: messages.walletAssetsText },
          { icon: <KeyIcon size="lg" />, title: messages.walletKeys, text: messages.walletKeysText },
        ]}
      />
      <Button fullWidth data-testid="lk-get-wallet" onClick={getWallet}>
        {messages.getWallet}
      </Button>
    </div>
  )
}
