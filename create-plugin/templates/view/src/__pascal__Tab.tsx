import type { Account } from '@latchkey/kernel/plugin'
import {
  AddressText,
  DetailList,
  useAccount,
  useMessages,
  useNetwork,
  useWalletName,
} from '@latchkey/ui-react'
import { messages } from './messages.js'

/** Shows which account of which wallet is used, and on which network. */
export default function __pascal__Tab({ account }: { readonly account: Account }) {
  const say = useMessages(messages)
  const walletName = useWalletName()
  const { connection } = useAccount()
  const { network } = useNetwork()
  return (
    <DetailList
      label={say.title}
      details={[
        { label: say.address, value: <AddressText address={account.address} /> },
        { label: say.network, value: network?.name ?? say.none },
        { label: say.wallet, value: connection ? walletName(connection.name) : say.none },
      ]}
    />
  )
}
