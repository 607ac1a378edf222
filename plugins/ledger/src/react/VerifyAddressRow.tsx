import { type Account, errorWords, isUserRejection } from '@latchkey/kernel/plugin'
import { kernelErrorFrom, Notifications } from '@latchkey/kernel/wallet'
import { ListRow, ShieldIcon, useMessages, useService, useWallet } from '@latchkey/ui-react'
import { ledgerId } from '../ledger.js'
import { Ledger } from '../LedgerService.js'
import { ledgerMessages } from './messages.js'

/** Has the device show the account's address, to be compared before money is received on it. */
export default function VerifyAddressRow({ account }: { readonly account: Account }) {
  const messages = useMessages(ledgerMessages)
  const ledger = useService(Ledger)
  const notifications = useService(Notifications)
  const wallet = useWallet({ namespace: account.namespace })
  if (wallet?.connection.connectorId !== ledgerId) return null
  const verify = async () => {
    try {
      await ledger.verifyAddress(account)
      notifications.showSnackbar(
        { section: 'ledger', key: 'verified', text: messages.verified },
        { variant: 'success' },
      )
    } catch (cause) {
      const words = isUserRejection(cause)
        ? { section: 'ledger', key: 'differs', text: messages.differs }
        : errorWords(kernelErrorFrom(cause))
      notifications.showSnackbar(words, { variant: 'error' })
    }
  }
  return (
    <ListRow
      leading={<ShieldIcon />}
      title={messages.verify}
      chevron
      testId="lk-ledger-verify"
      onClick={() => void verify()}
    />
  )
}
