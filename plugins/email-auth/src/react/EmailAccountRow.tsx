import { type Account, Navigation } from '@latchkey/kernel/plugin'
import { ListRow, MailIcon, useMessages, useService, useWallet } from '@latchkey/ui-react'
import { emailAuthId } from '../emailAuth.js'
import { EmailAccountRoute } from '../routes.js'
import { emailAuthMessages } from './emailAuthMessages.js'

/** Leads to the email account, where the account that is shown is its own. */
export default function EmailAccountRow({ account }: { readonly account: Account }) {
  const messages = useMessages(emailAuthMessages)
  const navigation = useService(Navigation)
  const wallet = useWallet({ namespace: account.namespace })
  if (wallet?.connection.connectorId !== emailAuthId) return null
  return (
    <ListRow
      leading={<MailIcon />}
      title={messages.account}
      chevron
      testId="lk-email-account-row"
      onClick={() => navigation.push(EmailAccountRoute)}
    />
  )
}
