import { AllWalletsRoute, Navigation } from '@latchkey/kernel/wallet'
import {
  AllWalletsClicked,
  ListRow,
  useEmit,
  useMessages,
  useService,
  WalletSymbolIcon,
} from '@latchkey/ui-react'
import { pairing as section } from './messages.js'

/** The list of wallets, for a person whose wallet is not across the room. Nothing where no plugin draws one. */
export function AllWallets() {
  const messages = useMessages(section)
  const navigation = useService(Navigation)
  const emit = useEmit()
  if (!navigation.draws(AllWalletsRoute.name)) return null
  return (
    <ListRow
      leading={<WalletSymbolIcon />}
      title={messages.allWallets}
      chevron
      testId="lk-pairing-all-wallets"
      onClick={() => {
        emit(AllWalletsClicked, undefined)
        navigation.push(AllWalletsRoute)
      }}
    />
  )
}
