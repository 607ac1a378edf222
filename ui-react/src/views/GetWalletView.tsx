import { AllWalletsRoute, ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { Button } from '../components/Button.js'
import { DownloadIcon } from '../components/icons/DownloadIcon.js'
import { RefreshIcon } from '../components/icons/RefreshIcon.js'
import { ShieldIcon } from '../components/icons/ShieldIcon.js'
import { guide } from '../messages/en/guide.js'
import { useMessages } from '../messages/useMessages.js'
import { SlotOutlet } from '../SlotOutlet.js'
import { GetWalletChoices } from '../slots.js'
import { useService } from '../useService.js'
import { ExplainerList } from './ExplainerList.js'

/** How to come by a wallet. Plugins name wallets and draw the directory; nothing here names a product. */
export default function GetWalletView() {
  const messages = useMessages(guide)
  const navigation = useService(Navigation)
  const hasDirectory = navigation.draws(AllWalletsRoute.name)
  return (
    <div className="lk-stack">
      <SlotOutlet slot={GetWalletChoices} props={{}} />
      <ExplainerList
        items={[
          { icon: <ShieldIcon size="lg" />, title: messages.getFind, text: messages.getFindText },
          { icon: <DownloadIcon size="lg" />, title: messages.getInstall, text: messages.getInstallText },
          { icon: <RefreshIcon size="lg" />, title: messages.getBack, text: messages.getBackText },
        ]}
      />
      {hasDirectory ? (
        <Button fullWidth data-testid="lk-browse-wallets" onClick={() => navigation.push(AllWalletsRoute)}>
          {messages.browseAll}
        </Button>
      ) : (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => navigation.backTo(ConnectRoute) || navigation.back()}
        >
          {messages.done}
        </Button>
      )}
    </div>
  )
}
