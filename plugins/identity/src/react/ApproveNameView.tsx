import { Navigation, Session } from '@latchkey/kernel/wallet'
import {
  AddressText,
  Button,
  safeText,
  useAccount,
  useMessages,
  useService,
  WaitingScreen,
  WalletIcon,
  useSnapshot,
} from '@latchkey/ui-react'
import { NameRegistration } from '../NameRegistration.js'
import { identityMessages } from './identityMessages.js'

/** Shown while the wallet signs: the whole name and the whole address, because both are what is signed. */
export default function ApproveNameView() {
  const messages = useMessages(identityMessages)
  const navigation = useService(Navigation)
  const { pending } = useSnapshot(useService(NameRegistration).state)
  const { account, connection } = useAccount()
  useSnapshot(useService(Session).state)
  const wallet = safeText(connection?.name ?? '', 32) || messages.aWallet
  return (
    <div className="lk-stack" data-testid="lk-approve-name">
      <WaitingScreen
        picture={<WalletIcon name={wallet} src={connection?.icon} size="lg" />}
        state="pending"
        title={messages.approveHeading({ wallet })}
        text={messages.approveText}
      />
      <div className="lk-address-block">
        <p className="lk-waiting-title" data-testid="lk-approve-name-full">
          {pending}
        </p>
        {account ? <AddressText address={account.address} full /> : null}
      </div>
      <Button
        variant="secondary"
        fullWidth
        data-testid="lk-approve-name-cancel"
        onClick={() => navigation.back()}
      >
        {messages.cancel}
      </Button>
    </div>
  )
}
