import { isKernelError } from '@latchkey/kernel/plugin'
import {
  Banner,
  KeyIcon,
  ListRow,
  MailIcon,
  safeText,
  Stack,
  useErrorText,
  useMessages,
  useService,
  useSnapshot,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { EmailAuth } from '../EmailAuthService.js'
import { emailAuthMessages } from './emailAuthMessages.js'
import { NoLogin } from './NoLogin.js'

/** Who is logged in, and the way to the wallet's key, which the frame alone shows. */
export default function EmailAccountView() {
  const messages = useMessages(emailAuthMessages)
  const errorText = useErrorText()
  const auth = useService(EmailAuth)
  const { user } = useSnapshot(auth.state)
  const [error, setError] = useState<unknown>()
  if (!user) return <NoLogin />
  const exportKey = () => {
    setError(undefined)
    auth.exportKey().catch((cause: unknown) => {
      // Who closes the frame knows that they did.
      if (!isKernelError(cause, 'USER_REJECTED') && !isKernelError(cause, 'SOMETHING_WENT_WRONG'))
        setError(cause)
    })
  }
  return (
    <Stack gap="sm" testId="lk-email-account">
      {error === undefined ? null : <Banner tone="danger">{errorText(error)}</Banner>}
      <ListRow
        leading={<MailIcon />}
        title={safeText(user.userName ?? user.email ?? '', 30)}
        subtitle={messages.loggedInAs}
        testId="lk-email-logged-in"
      />
      <ListRow
        leading={<KeyIcon />}
        title={messages.exportKey}
        description={messages.exportText}
        chevron
        testId="lk-email-export"
        onClick={exportKey}
      />
    </Stack>
  )
}
