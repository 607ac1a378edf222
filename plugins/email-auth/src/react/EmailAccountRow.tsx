import type { Account } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { ListRow, useMessages, useService, useSnapshot, useWallet } from '@latchkey/ui-react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthId } from '../emailAuth.js'
import { EmailAccountRoute } from '../routes.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { LoginIcon } from './LoginIcon.js'
import { loginName } from './loginName.js'

/** Leads to the email account, where the account that is shown is its own. */
export default function EmailAccountRow({ account }: { readonly account: Account }) {
  const messages = useMessages(emailAuthMessages)
  const navigation = useService(Navigation)
  const { user } = useSnapshot(useService(EmailAuth).state)
  const wallet = useWallet({ namespace: account.namespace })
  if (wallet?.connection.connectorId !== emailAuthId) return null
  return (
    <ListRow
      leading={<LoginIcon way={user?.loggedInBy} />}
      title={user ? loginName(user) : messages.account}
      subtitle={user ? messages.loggedInAs : undefined}
      chevron
      testId="lk-email-account-row"
      onClick={() => navigation.push(EmailAccountRoute)}
    />
  )
}
